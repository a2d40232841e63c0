// A world without tiles: coasts, graticule, points; wheel, drag, keys and buttons move it.
import { land } from "./land.js";
import { h, s, iconButton } from "./ui.js";

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/// `points`: [{latitude, longitude, label, key}]; `onPick(point)`; `onPlace({latitude, longitude})`
export function worldMap({ points = [], height = 360, onPick, onPlace, label = "Map" } = {}) {
  let view = { x: 0, y: 0, w: 360 };
  let list = points;
  const ratio = () => (svg.clientHeight || height) / (svg.clientWidth || 720);
  const lines = s("g", { class: "graticule" });
  const dots = s("g", {});
  const svg = s("svg", {
    class: "map", role: "application", tabindex: "0",
    "aria-label": `${label}. Arrow keys move it, plus and minus zoom.`,
    preserveAspectRatio: "xMidYMid slice",
  }, s("rect", { class: "sea", x: -540, y: -90, width: 1080, height: 180 }), lines,
  s("g", { class: "land" }, [-360, 0, 360].map((dx) =>
    s("path", { d: land, transform: `translate(${dx} 0)` }))), dots);
  svg.style.height = `${height}px`;
  const coordinates = h("span", { class: "map-place", "aria-live": "polite" });

  function grid() {
    lines.replaceChildren();
    const step = [30, 10, 5, 2, 1].find((n) => view.w / n >= 6) || 0.5;
    const top = Math.max(-90, view.y - view.w * ratio() / 2);
    const bottom = Math.min(90, view.y + view.w * ratio() / 2);
    const width = view.w / 900;
    for (let x = Math.floor((view.x - view.w / 2) / step) * step; x <= view.x + view.w / 2; x += step) {
      lines.append(s("line", { x1: x, x2: x, y1: -90, y2: 90, "stroke-width": width }));
    }
    for (let y = Math.ceil(top / step) * step; y <= bottom; y += step) {
      lines.append(s("line", {
        x1: -540, x2: 540, y1: y, y2: y, "stroke-width": y === 0 ? width * 2 : width,
      }));
    }
  }

  function draw() {
    const hgt = view.w * ratio();
    view.y = clamp(view.y, -90 + Math.min(hgt, 180) / 2, 90 - Math.min(hgt, 180) / 2);
    if (view.x > 180) view.x -= 360;
    if (view.x < -180) view.x += 360;
    svg.setAttribute("viewBox", `${view.x - view.w / 2} ${view.y - hgt / 2} ${view.w} ${hgt}`);
    grid();
    dots.replaceChildren();
    const radius = 5.5 * view.w / (svg.clientWidth || 720);
    for (const point of list) {
      for (const dx of [-360, 0, 360]) {
        const x = point.longitude + dx;
        if (Math.abs(x - view.x) > view.w / 2 + 5) continue;
        const dot = s("circle", {
          class: point.isMain ? "dot main" : "dot", cx: x, cy: -point.latitude,
          r: point.isMain ? radius * 1.35 : radius, "stroke-width": radius / 3.5,
          tabindex: onPick ? "0" : null, role: onPick ? "button" : "img",
          "aria-label": point.label || "Point",
          onclick: (event) => { event.stopPropagation(); if (!moved) onPick?.(point); },
          onkeydown: (event) => {
            if (event.key === "Enter" || event.key === " ") { event.preventDefault(); onPick?.(point); }
          },
        }, s("title", {}, point.label || ""));
        dots.append(dot);
      }
    }
  }

  function zoom(factor, at = { x: view.x, y: view.y }) {
    const w = clamp(view.w * factor, 0.02, 360);
    const real = w / view.w;
    view = { x: at.x + (view.x - at.x) * real, y: at.y + (view.y - at.y) * real, w };
    draw();
  }

  function fit() {
    if (list.length === 0) { view = { x: 10, y: 0, w: 360 }; return draw(); }
    const xs = list.map((p) => p.longitude);
    const ys = list.map((p) => -p.latitude);
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const least = list.length === 1 ? 40 : 8;
    const w = clamp(Math.max((x1 - x0) * 1.25, (y1 - y0) * 1.35 / ratio(), least), 0.02, 360);
    view = { x: (x0 + x1) / 2, y: (y0 + y1) / 2, w };
    return draw();
  }

  function place(event) {
    const box = svg.getBoundingClientRect();
    return {
      x: view.x + ((event.clientX - box.left) / box.width - 0.5) * view.w,
      y: view.y + ((event.clientY - box.top) / box.height - 0.5) * view.w * ratio(),
    };
  }

  const wrapped = (x) => ((x + 540) % 360 + 360) % 360 - 180;
  let drag = null;
  let moved = false;
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    drag = { x: event.clientX, y: event.clientY, view: { ...view } };
    moved = false;
  });
  svg.addEventListener("pointermove", (event) => {
    const at = place(event);
    if (Math.abs(at.y) <= 90) {
      coordinates.textContent = `${(-at.y).toFixed(2)}°, ${wrapped(at.x).toFixed(2)}°`;
    }
    if (!drag) return;
    const box = svg.getBoundingClientRect();
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (Math.abs(dx) + Math.abs(dy) > 4 && !moved) {
      moved = true;
      svg.setPointerCapture(event.pointerId);
    }
    if (moved) {
      view.x = drag.view.x - dx / box.width * view.w;
      view.y = drag.view.y - dy / box.height * view.w * ratio();
      draw();
      drag = { x: event.clientX, y: event.clientY, view: { ...view } };
    }
  });
  svg.addEventListener("pointerup", () => { drag = null; });
  svg.addEventListener("pointercancel", () => { drag = null; });
  svg.addEventListener("click", (event) => {
    if (moved) { moved = false; return; }
    const at = place(event);
    if (onPlace && Math.abs(at.y) <= 90) {
      onPlace({ latitude: Number((-at.y).toFixed(5)), longitude: Number(wrapped(at.x).toFixed(5)) });
    }
  });
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, place(event));
  }, { passive: false });
  svg.addEventListener("keydown", (event) => {
    if (event.target !== svg) return;
    const step = view.w / 10;
    const moves = {
      ArrowLeft: () => { view.x -= step; }, ArrowRight: () => { view.x += step; },
      ArrowUp: () => { view.y -= step; }, ArrowDown: () => { view.y += step; },
      "+": () => zoom(1 / 1.5), "=": () => zoom(1 / 1.5), "-": () => zoom(1.5), "0": fit,
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
    draw();
  });
  const observer = new ResizeObserver(() => draw());
  observer.observe(svg);
  requestAnimationFrame(fit);

  const element = h("div", { class: "map-frame" }, svg,
    h("div", { class: "map-tools" },
      iconButton("Zoom in", "plus", { onclick: () => zoom(1 / 1.6) }),
      h("button", {
        type: "button", class: "icon-button", title: "Zoom out", "aria-label": "Zoom out",
        onclick: () => zoom(1.6),
      }, "−"),
      h("button", {
        type: "button", class: "icon-button small-text", title: "Show everything",
        "aria-label": "Show everything", onclick: fit,
      }, "All")), coordinates);
  return {
    element,
    set(points, fits = true) { list = points; if (fits) fit(); else draw(); },
    stop() { observer.disconnect(); },
  };
}
