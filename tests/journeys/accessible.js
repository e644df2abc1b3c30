// What a page lacks for somebody who does not see it, or does not see it well: a list of sentences.
() => {
  const lacks = [];
  const visible = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const channel = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0.99) return colour;
    }
    return rgba(getComputedStyle(document.documentElement).colorScheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches ? "#121212" : "#fff");
  };
  const name = (element) => `<${element.tagName.toLowerCase()} class="${element.className}"> ${element.textContent.trim().slice(0, 40)}`;

  if (document.querySelectorAll("h1").length < 1) lacks.push("no first heading");
  if (document.querySelectorAll("main").length !== 1) lacks.push("not one main");
  if (!document.documentElement.lang) lacks.push("no language");
  if (!document.title.trim()) lacks.push("no title");
  let level = 0;
  for (const heading of document.querySelectorAll("main h1, main h2, main h3, main h4")) {
    const mine = Number(heading.tagName[1]);
    if (level && mine > level + 1) lacks.push(`a heading skips a level: ${name(heading)}`);
    level = mine;
  }
  for (const field of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (!field.labels.length && !field.getAttribute("aria-label")) lacks.push(`a field without a label: ${field.name}`);
  }
  for (const control of document.querySelectorAll("a, button, summary")) {
    if (visible(control) && !(control.textContent.trim() || control.getAttribute("aria-label"))) lacks.push(`without words: ${name(control)}`);
  }
  for (const image of document.querySelectorAll("img:not([alt])")) lacks.push(`an image without words: ${image.src}`);
  for (const inline of document.querySelectorAll("script:not([src]), style, [style], [onclick]")) lacks.push(`inline: ${name(inline)}`);
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of new Set(ids.filter((each, at) => ids.indexOf(each) !== at))) lacks.push(`an id twice: ${id}`);
  for (const element of document.querySelectorAll("[aria-labelledby], [aria-describedby]")) {
    for (const id of `${element.getAttribute("aria-labelledby") ?? ""} ${element.getAttribute("aria-describedby") ?? ""}`.split(/\s+/).filter(Boolean)) {
      if (!document.getElementById(id)) lacks.push(`names what is not there: ${id}`);
    }
  }
  for (const element of document.querySelectorAll("body *")) {
    const speaks = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!speaks || !visible(element) || element.matches(":disabled, .visually-hidden, .skip, script, noscript")) continue;
    const style = getComputedStyle(element);
    const [one, other] = [light(rgba(style.color)), light(behind(element))].sort((a, b) => b - a);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = (one + 0.05) / (other + 0.05);
    if (contrast < (large ? 3 : 4.5)) lacks.push(`contrast ${contrast.toFixed(1)}: ${name(element)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) lacks.push(`wider than the screen: ${document.documentElement.scrollWidth}`);
  return lacks;
}
