// An answer on the page of a statement is sent without leaving the page: its content is exchanged for what the server makes of the answer.
// Without this each form is sent as it is, and the page is loaded again.
(() => {
  const FIELDS = "input:not([type=hidden], [type=password], [type=file]), select, textarea";
  let sent = Promise.resolve();
  let shown = window.location.pathname;

  const name = (field) => [field.form?.getAttribute("action"), field.name, field.matches("[type=checkbox], [type=radio]") ? field.value : ""].join(" ");
  const by = (elements, key) => new Map([...elements].map((element) => [key(element), element]));
  const isChanged = (field) => field.checked !== field.defaultChecked || (field.defaultValue !== undefined && field.value !== field.defaultValue);

  // Pictures, folds, the place in the document, and what was ticked or typed in other forms stay as they are.
  const carryOver = (old, fresh) => {
    const pictures = by(old.querySelectorAll(".paper img"), (image) => image.getAttribute("src"));
    for (const image of fresh.querySelectorAll(".paper img")) if (pictures.has(image.getAttribute("src"))) image.replaceWith(pictures.get(image.getAttribute("src")));
    const folds = by(old.querySelectorAll("details[id]"), (fold) => fold.id);
    for (const fold of fresh.querySelectorAll("details[id]")) if (folds.has(fold.id)) fold.open = folds.get(fold.id).open;
  };
  const filledIn = (old, form) => by([...old.querySelectorAll(FIELDS)].filter((field) => field.form !== form && isChanged(field)), name);
  // A field belongs to the form that it names only once it is in the page.
  const fill = (fresh, filled) => {
    for (const field of fresh.querySelectorAll(FIELDS)) {
      const before = filled.get(name(field));
      if (!before) continue;
      if (field.matches("[type=checkbox], [type=radio]")) field.checked = before.checked;
      else field.value = before.value;
    }
  };

  // A list that was loaded on demand is loaded again, as long as it is open. What has the focus keeps it.
  const loaded = new Map();
  const reload = async (id, href) => {
    const answer = await fetch(href);
    const part = answer.ok ? (await contentOf(answer)).querySelector(`[id="${id}"]`) : null;
    const folded = document.getElementById(id);
    if (!part?.matches("details") || !folded?.matches(".left-out")) return;
    part.open = true;
    folded.replaceWith(part);
    window.htmx.process(part);
  };

  const places = (content) => by(content.querySelectorAll("details.viewer"), (viewer) => viewer.id);
  const exchange = (fresh, form) => {
    const old = document.getElementById("content");
    const pages = new Map([...places(old)].map(([id, viewer]) => [id, viewer.querySelector(".viewer-pages")]).map(([id, { dataset, scrollTop, scrollLeft }]) => [id, { zoom: dataset.zoom, top: scrollTop, left: scrollLeft }]));
    const filled = filledIn(old, form);
    for (const id of loaded.keys()) if (!document.getElementById(id)?.open) loaded.delete(id);
    carryOver(old, fresh);
    fresh.dataset.inPlace = "";
    old.replaceWith(fresh);
    fill(fresh, filled);
    window.htmx.process(fresh);
    document.dispatchEvent(new Event("content-exchanged"));
    shown = window.location.pathname;
    for (const [id, href] of loaded) if (document.getElementById(id)?.matches(".left-out")) sent = sent.then(() => reload(id, href));
    for (const [id, viewer] of places(fresh)) {
      const before = pages.get(id);
      if (!before) continue;
      const shown = viewer.querySelector(".viewer-pages");
      if (before.zoom) shown.dataset.zoom = before.zoom;
      shown.scrollTo({ top: before.top, left: before.left, behavior: "instant" });
    }
  };

  const contentOf = async (answer) => document.adoptNode(new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("content"));

  // After an answer the next open row has the focus: the first of those below the answered one that is still there, else the last of
  // those above. Once nothing is left to resolve it is the button that signs off, whatever is outstanding.
  const OPEN = ".items:not(.settled) > .item";
  const open = () => [...document.querySelectorAll(OPEN)].filter((item) => item.checkVisibility());
  const goOn = (rows, at) => {
    const left = by(open(), (item) => item.dataset.row);
    const wanted = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at)).reverse()].find((row) => left.has(row));
    const finish = document.querySelector('[data-do="finish"]');
    const row = document.querySelector(".checklist") || !finish ? left.get(wanted) ?? left.get(rows[at]) : undefined;
    const next = row ?? finish ?? document.getElementById("content");
    if (next.matches(".item")) next.tabIndex = -1;
    next.focus({ preventScroll: true });
    if (next.matches(".item")) next.scrollIntoView({ block: "nearest", behavior: "instant" });
  };

  const send = async (form, address, body, row) => {
    const answer = await fetch(address, { method: "POST", body, headers: { "X-In-Place": "true" } });
    if (!answer.ok) return window.location.reload();
    if (answer.headers.has("X-Go-To")) return window.location.assign(answer.headers.get("X-Go-To"));
    const isHere = new URL(answer.url).pathname === window.location.pathname;
    const fresh = await contentOf(answer);
    if (!isHere && !fresh.querySelector("article.sheet")) return window.location.assign(answer.url);
    const rows = open().map((item) => item.dataset.row);
    if (!isHere) window.history.pushState(null, "", answer.url);
    exchange(fresh, form);
    if (isHere) return goOn(rows, rows.indexOf(row));
    window.scrollTo({ top: 0, behavior: "instant" });  // the next statement, opened by the sign-off of this one
    fresh.focus({ preventScroll: true });
  };
  window.addEventListener("popstate", () => {
    if (window.location.pathname !== shown) window.location.reload();
  });

  const show = async (link) => {
    const answer = await fetch(link.href);
    if (!answer.ok) return window.location.assign(link.href);
    exchange(await contentOf(answer), null);
    const part = document.getElementById(new URL(link.href).hash.slice(1));
    if (!part) return;
    part.open = true;
    loaded.set(part.id, link.href);
    part.querySelector("summary, a")?.focus({ preventScroll: true });
  };

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || form.method !== "post" || !form.closest("article.sheet")) return;
    event.preventDefault();
    const item = (submitter ?? form).closest(".item");
    form.closest(".edit-row")?.removeAttribute("open");
    for (const busy of [item, submitter]) busy?.setAttribute("aria-busy", "true");
    const [address, body] = [form.action, new FormData(form, submitter)];
    sent = sent.then(() => send(form, address, body, item?.dataset.row)).catch(() => window.location.reload());
  });

  const closeOthers = ({ target }) => {
    for (const menu of document.querySelectorAll(".more[open]")) if (!menu.contains(target)) menu.open = false;
  };
  document.addEventListener("focusin", closeOthers);
  document.addEventListener("click", (event) => {
    closeOthers(event);
    const { target } = event;
    const link = target.closest("a[data-part]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    link.setAttribute("aria-busy", "true");
    sent = sent.then(() => show(link)).catch(() => window.location.assign(link.href));
  });

  // A click on a cell of an entry opens its fields, with the focus in that of the cell.
  document.addEventListener("click", ({ target }) => {
    const summary = target.closest(".edit-row > summary");
    if (!summary) return;
    const name = target.closest("[data-cell]")?.dataset.cell ?? "amount";
    window.requestAnimationFrame(() => {
      if (!summary.parentElement.open) return;
      const field = summary.parentElement.querySelector(`[name="${name}"]`);
      field.focus({ preventScroll: true });
      if (field.type !== "date") field.select();
    });
  });

  document.addEventListener("keydown", (event) => {
    const menu = event.target.closest?.(".more[open], .edit-row[open]");
    if (event.key === "Escape" && menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
    if (event.key === "Enter" && event.target.matches(".code-fields input")) {
      event.preventDefault();
      event.target.closest(".item").querySelector('[data-do="accept"]').click();
    }
    if (event.key === "Enter" && !event.repeat && event.target.matches("body, #content")) document.querySelector('[data-do="finish"]')?.click();
  });
})();
