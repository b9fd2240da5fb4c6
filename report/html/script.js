"use strict";
(function () {
  var root = document.documentElement, box = document.getElementById("filter"), said = document.getElementById("said");
  root.classList.add("scripted");
  function all(s) { return Array.prototype.slice.call(document.querySelectorAll(s)); }
  var items = all("[data-item]"), texts = items.map(function (e) {
    var extra = e.getAttribute("data-item");
    return (e.textContent + " " + extra).toLowerCase();
  });
  function filter() {
    var words = box.value.toLowerCase().split(/\s+/).filter(Boolean), shown = 0;
    items.forEach(function (e, i) {
      var fits = words.every(function (w) { return texts[i].indexOf(w) >= 0; });
      e.classList.toggle("off", !fits);
      if (fits) shown++;
    });
    all(".lanes").forEach(function (g) {
      g.classList.toggle("off", !g.querySelector(".lane:not(.off)"));
    });
    said.textContent = words.length ? shown + " of " + items.length + " rows fit" : "";
  }
  box.addEventListener("input", filter);
  all("[data-zoom]").forEach(function (b) {
    b.addEventListener("click", function () {
      var chart = document.getElementById("chart");
      chart.classList.remove("z2", "z4");
      if (b.getAttribute("data-zoom")) chart.classList.add(b.getAttribute("data-zoom"));
      all("[data-zoom]").forEach(function (o) { o.setAttribute("aria-pressed", String(o === b)); });
    });
  });
  all("[data-copy]").forEach(function (b) {
    b.addEventListener("click", function () {
      var text = b.parentNode.querySelector("pre").textContent;
      function done(word) { b.textContent = word; setTimeout(function () { b.textContent = "copy"; }, 1500); }
      if (!navigator.clipboard) { select(b.parentNode.querySelector("pre")); done("selected"); return; }
      navigator.clipboard.writeText(text).then(function () { done("copied"); }, function () { select(b.parentNode.querySelector("pre")); done("selected"); });
    });
  });
  function select(e) {
    var r = document.createRange(), s = getSelection();
    r.selectNodeContents(e); s.removeAllRanges(); s.addRange(r);
  }
  var causes = function () { return all("details.cause:not(.off)"); };
  function step(by) {
    var list = causes(), at = -1;
    list.forEach(function (d, i) { if (d.contains(document.activeElement)) at = i; });
    var next = list[Math.min(Math.max(at + by, 0), list.length - 1)];
    if (next) { next.open = true; next.querySelector("summary").focus(); next.scrollIntoView({block: "start"}); }
  }
  function toggleAll() {
    var list = causes(), open = list.some(function (d) { return !d.open; });
    list.forEach(function (d) { d.open = open; });
  }
  document.getElementById("fold").addEventListener("click", toggleAll);
  document.addEventListener("keydown", function (e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.target === box) { if (e.key === "Escape") { box.value = ""; filter(); box.blur(); } return; }
    if (e.key === "/") { e.preventDefault(); box.focus(); box.select(); }
    else if (e.key === "j") step(1);
    else if (e.key === "k") step(-1);
    else if (e.key === "e") toggleAll();
    else if (e.key === "Escape" && box.value) { box.value = ""; filter(); }
  });
  function reveal() {
    var id = location.hash.slice(1), e = id && document.getElementById(id);
    for (var d = e; d; d = d.parentElement) if (d.tagName === "DETAILS") d.open = true;
    if (e) e.scrollIntoView();
  }
  addEventListener("hashchange", reveal);
  reveal();
  var opened = [];
  addEventListener("beforeprint", function () { opened = all("details:not([open])"); opened.forEach(function (d) { d.open = true; }); });
  addEventListener("afterprint", function () { opened.forEach(function (d) { d.open = false; }); });
})();
