// Search by keyboard: Ctrl+K, or Command+K, opens the search over the page. Without this its link leads to the page of the search.
(() => {
  const link = document.querySelector("[data-palette]");
  if (!link) return;
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
  const keys = link.querySelector("kbd");
  if (isApple) keys.textContent = "⌘ K";
  keys.hidden = false;
  let dialog = null;

  const palette = () => document.querySelector("#palette");
  const field = () => palette().querySelector("input");
  const results = () => [...palette().querySelectorAll(".results a")];

  const listen = () => {
    palette().addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      const all = [field(), ...results()];
      const at = all.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
      all[(at + all.length) % all.length].focus();
    });
    // Enter opens the first result, once the results are those of what is typed.
    palette().addEventListener("submit", (event) => {
      event.preventDefault();
      const open = () => results()[0]?.click();
      if (palette().querySelector(".results").dataset.query === field().value) open();
      else palette().addEventListener("htmx:afterSettle", open, { once: true });
    });
  };

  const load = async () => {
    const answer = await fetch(link.href);
    const part = answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("palette") : null;
    if (!part) return window.location.assign(link.href);
    dialog = document.createElement("dialog");
    dialog.className = "palette-dialog";
    dialog.setAttribute("aria-label", link.querySelector(".find-name").textContent);
    dialog.append(document.adoptNode(part));
    dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close(); });
    document.body.append(dialog);
    window.htmx.process(dialog);
    listen();
  };

  let loading = null;
  const open = async () => {
    if (!palette()) await (loading ??= load());
    if (dialog && !dialog.open) dialog.showModal();
    field()?.focus();
    field()?.select();
  };

  if (palette()) listen();
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey || !(isApple ? event.metaKey : event.ctrlKey)) return;
    event.preventDefault();
    open();
  });
})();
