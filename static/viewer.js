// The pages beside the rows: a row lights its box and turns to its page, a box brings its row up; zoom, pages, keys.
// Without this the boxes and rows still lead to each other, as links.
(() => {
  const wide = matchMedia("(min-width: 68rem)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const ROOM = 8; // points around a row that is cut out
  const CLOSED = "tieout-document-closed";
  const pagesOf = (viewer) => viewer.querySelector(".viewer-pages");
  const named = (link) => document.getElementById(link.getAttribute("href").slice(1));

  const bring = (pages, target) => {
    const seen = pages.getBoundingClientRect();
    const place = target.getBoundingClientRect();
    if (place.top >= seen.top && place.bottom <= seen.bottom && place.left >= seen.left && place.right <= seen.right) return;
    const middle = (start, size, from, length) => start + size / 2 - from - length / 2;
    pages.scrollBy({
      top: middle(place.top, place.height, seen.top, seen.height),
      left: middle(place.left, Math.min(place.width, seen.width), seen.left, seen.width),
      behavior: calm.matches ? "instant" : "smooth",
    });
  };

  const light = (boxes, rows) => {
    document.querySelectorAll(".lit").forEach((each) => each.classList.remove("lit"));
    [...boxes, ...rows].forEach((each) => each.classList.add("lit"));
  };

  const showBoxesOf = (item) => {
    const boxes = [...item.querySelectorAll("a[data-box]")].map(named).filter(Boolean);
    light(boxes, []);
    const viewer = boxes[0]?.closest("[data-viewer]");
    if (viewer?.open && wide.matches) bring(pagesOf(viewer), boxes[0]);
  };

  const zoom = (viewer, by) => {
    const pages = pagesOf(viewer);
    const before = Number(pages.dataset.zoom ?? 1);
    const after = by === 0 ? 1 : Math.min(4, Math.max(1, before + by));
    const share = [pages.scrollLeft + pages.clientWidth / 2, pages.scrollTop + pages.clientHeight / 2].map((at, axis) => at / [pages.scrollWidth, pages.scrollHeight][axis]);
    pages.dataset.zoom = after;
    pages.scrollTo({ left: share[0] * pages.scrollWidth - pages.clientWidth / 2, top: share[1] * pages.scrollHeight - pages.clientHeight / 2, behavior: "instant" });
  };

  const turn = (viewer, by) => {
    const papers = [...viewer.querySelectorAll(".paper")];
    const at = papers.findIndex((paper) => paper.dataset.page === viewer.querySelector("output").value);
    const paper = papers[Math.min(papers.length - 1, Math.max(0, at + by))];
    pagesOf(viewer).scrollTo({ top: paper.offsetTop - papers[0].offsetTop, behavior: calm.matches ? "instant" : "smooth" });
  };

  const tellPage = (viewer) => {
    const pages = pagesOf(viewer);
    const middle = pages.scrollTop + pages.clientHeight / 2;
    const papers = [...viewer.querySelectorAll(".paper")];
    viewer.querySelector("output").value = (papers.findLast((paper) => paper.offsetTop <= middle) ?? papers[0]).dataset.page;
  };

  // The pages open where work waits, else where the first row stands: the first page is often a letter.
  const openAtTheRows = (viewer) => {
    const papers = [...viewer.querySelectorAll(".paper")];
    const mark = viewer.querySelector(".mark.open, .mark.unread") ?? viewer.querySelector(".mark");
    const paper = mark?.closest(".paper");
    if (paper) pagesOf(viewer).scrollTo({ top: paper.offsetTop - papers[0].offsetTop, behavior: "instant" });
  };

  const DO = { previous: (viewer) => turn(viewer, -1), next: (viewer) => turn(viewer, 1), out: (viewer) => zoom(viewer, -1), fit: (viewer) => zoom(viewer, 0), in: (viewer) => zoom(viewer, 1) };
  const KEYS = { ArrowLeft: "previous", ArrowRight: "next", "-": "out", "0": "fit", "+": "in", "=": "in" };

  // No box is shown on a page that is not drawn.
  const tellDrawn = (paper) => {
    const image = paper.querySelector("img");
    const tell = () => { paper.dataset.drawn = image.naturalWidth ? "yes" : "no"; };
    if (image.complete && image.naturalWidth) tell();
    else for (const outcome of ["load", "error"]) image.addEventListener(outcome, tell, { once: true });
  };

  const prepare = (viewer) => {
    viewer.querySelectorAll(".paper").forEach(tellDrawn);
    viewer.open = wide.matches && localStorage.getItem(CLOSED) === null;
    viewer.querySelector(".viewer-bar").hidden = false;
    viewer.querySelector("summary").addEventListener("click", () => {
      if (!wide.matches) return;
      if (viewer.open) localStorage.setItem(CLOSED, "yes");
      else localStorage.removeItem(CLOSED);
    });
    viewer.addEventListener("click", (event) => {
      const button = event.target.closest("[data-viewer-do]");
      if (button) DO[button.dataset.viewerDo](viewer);
    });
    const pages = pagesOf(viewer);
    pages.addEventListener("scroll", () => tellPage(viewer), { passive: true });
    openAtTheRows(viewer);
    pages.addEventListener("keydown", (event) => {
      const wanted = event.target === pages && !event.ctrlKey && !event.metaKey && KEYS[event.key];
      if (!wanted) return;
      event.preventDefault();
      DO[wanted](viewer);
    });
  };

  const cut = new Map();
  const drawn = (kind, values) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
    for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
    return element;
  };

  // On a narrow screen: the place of a row below it, cut out of its page; pressed, it leads to the page.
  const crop = (link, box) => {
    if (cut.has(link)) {
      cut.get(link).remove();
      return cut.delete(link);
    }
    const page = box.ownerSVGElement.viewBox.baseVal;
    const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((each) => each.baseVal.value);
    const said = box.querySelector("title").textContent;
    const picture = drawn("svg", { viewBox: `${x - ROOM} ${y - 2 * ROOM} ${width + 2 * ROOM} ${height + 4 * ROOM}`, width: width + 2 * ROOM, role: "img", "aria-label": said });
    picture.append(
      drawn("image", { href: box.closest(".paper").querySelector("img").src, width: page.width, height: page.height }),
      drawn("rect", { class: "mark lit", x, y, width, height, rx: 2 }),
    );
    const whole = Object.assign(document.createElement("a"), { className: "crop", href: `#${box.id}` });
    whole.append(picture);
    cut.set(link, whole);
    const row = link.closest(".row");
    if (row) row.after(whole);
    else link.after(whole);
    whole.scrollIntoView({ block: "nearest" });
  };

  const followToBox = (event, link) => {
    const box = named(link);
    const viewer = box?.closest("[data-viewer]");
    if (!viewer) return;
    event.preventDefault();
    if (!wide.matches && link.matches("[data-box]")) return crop(link, box);
    viewer.open = true;
    if (!wide.matches) {
      pagesOf(viewer).dataset.zoom = 3;
      viewer.scrollIntoView();
    }
    light([box], []);
    bring(pagesOf(viewer), box);
  };

  const followToRow = (event, link) => {
    const row = named(link);
    if (!row) return;
    event.preventDefault();
    for (let folded = row.closest("details"); folded; folded = folded.parentElement.closest("details")) folded.open = true;
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "center", behavior: calm.matches ? "instant" : "smooth" });
    light([link.firstElementChild], [row]);
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-box], a.crop, .paper svg a");
    if (!link || event.ctrlKey || event.metaKey) return;
    if (link.matches("[data-box], .crop")) followToBox(event, link);
    else followToRow(event, link);
  });
  const lightItem = ({ target, relatedTarget, pointerType }) => {
    const item = target.closest?.(".item, .quoted");
    if (item && !item.contains(relatedTarget) && pointerType !== "touch") showBoxesOf(item);
  };
  document.addEventListener("focusin", lightItem);
  const lightPointed = (pointed) => {
    lightItem(pointed);
    const link = pointed.target.closest?.(".paper svg a");
    const row = link && named(link);
    if (row) light([link.firstElementChild], [row]);
  };
  // What scrolls below a pointer at rest is not pointed at until the pointer moves. The pointer then comes from where it last moved,
  // whatever scrolled by meanwhile.
  let at = [NaN, NaN];
  let entered = null;
  const point = () => {
    if (entered) lightPointed(entered);
    entered = null;
  };
  document.addEventListener("pointerover", ({ target, relatedTarget, pointerType, clientX, clientY }) => {
    entered = { target, pointerType, relatedTarget: entered ? entered.relatedTarget : relatedTarget };
    if (clientX !== at[0] || clientY !== at[1]) point();
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    at = [clientX, clientY];
    point();
  });
  const prepareAll = () => document.querySelectorAll("[data-viewer]").forEach(prepare);
  document.addEventListener("content-exchanged", prepareAll);
  prepareAll();
})();
