// The page of a statement by keyboard: each key presses what the page shows anyway, and none does while somebody types.
(() => {
  const help = () => document.getElementById("keys-help");
  const TYPING = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";
  const items = () => [...document.querySelectorAll(".items:not(.settled) > .item")].filter((item) => item.checkVisibility());
  const current = () => document.activeElement.closest?.(".item");

  const move = (by) => {
    const all = items();
    const at = all.indexOf(current());
    const wanted = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))];
    if (!wanted) return;
    wanted.tabIndex = -1;
    wanted.focus({ preventScroll: true });
    wanted.scrollIntoView({ block: "nearest" });
  };
  const press = (scope, what) => scope?.querySelector(`[data-do="${what}"]`)?.click();
  const accept = () => {
    const choice = [...current()?.querySelectorAll(".twins input[type=radio]") ?? []].find((radio) => radio.checkVisibility());
    if (choice) choice.focus();
    else press(current(), "accept");
  };
  const acceptAll = () => press(current()?.closest(".section"), "accept-all");
  const pair = () => {
    const summary = document.querySelector('[data-do="pair"]');
    if (!summary) return;
    if (summary.matches("a")) {
      summary.click();
      return;
    }
    summary.parentElement.open = true;
    summary.parentElement.querySelector("input[type=checkbox]")?.focus();
  };
  const ask = () => { if (!help().open) help().showModal(); };
  const edit = () => {
    const summary = current()?.querySelector(".edit-row > summary, .booked-as > summary");
    summary?.click();
    if (summary?.parentElement.open) summary.parentElement.querySelector(".code-fields input")?.focus();
  };
  const KEYS = { j: () => move(1), k: () => move(-1), a: accept, A: acceptAll, e: edit, r: () => press(current(), "reject"), p: pair, u: () => press(document, "undo"), n: () => press(document, "next"), "?": ask };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat && event.key !== "j" && event.key !== "k") return;
    if (!help() || document.querySelector("dialog[open]") || event.target.matches?.(TYPING) || !Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  const offerHelp = () => {
    const opener = document.querySelector("[data-keys-help]");
    if (!opener) return;  // where there are no rows the keys hardly help, but lead on
    opener.hidden = false;
    opener.addEventListener("click", ask);
  };
  document.addEventListener("content-exchanged", offerHelp);
  offerHelp();
})();
