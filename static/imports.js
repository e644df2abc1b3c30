// One box chooses all on the page; the list may be swapped below it. Without this each row has its own box.
(() => {
  const boxes = () => document.querySelectorAll("#statements input[name=imports]");
  const offer = () => document.querySelectorAll("[data-pick-all]").forEach((box) => { box.hidden = false; });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-pick-all]")) boxes().forEach((box) => { box.checked = event.target.checked; });
  });
  document.addEventListener("htmx:afterSwap", offer);
  offer();
})();
