import { plate } from '../../ui/tokens/colour-tokens.ts';

/**
 * The script that runs in `<head>` before first paint: puts the kept theme, density and stillness on the document, marks one that stands in a window of the desktop, and lets
 * the theme button work until the page's own code takes over.
 *
 * The script stands alone: no imports, no markup made, nothing read from the page but the button's attribute. It names the
 * `theme-color` itself, since an element that React rendered and a script changed would be rendered a second time.
 * The page's code calls `preventDefault` on a click that it handled; such a click is not handled twice.
 */
export const themeBoot = `(()=>{let d=document,h=d.documentElement,m=d.createElement("meta"),s=(t)=>{h.classList.remove("light","dark");h.classList.add(t);m.content=t=="light"?"${plate.light}":"${plate.dark}"},g=(k)=>{try{return localStorage.getItem(k)}catch{}},k="theme",t=g(k);m.name="theme-color";d.head.append(m);s(t=="light"||t=="system"&&matchMedia("(prefers-color-scheme: light)").matches?"light":"dark");if(self!=top)h.dataset.framed="";if(g("density")=="compact")h.dataset.density="compact";if(g("motion")=="still")h.dataset.motion="still";addEventListener("click",(e)=>{let b=!e.defaultPrevented&&e.target.closest?.("[data-theme-toggle]");if(b){t=h.classList.contains("light")?"dark":"light";s(t);b.ariaPressed=t=="light";try{localStorage.setItem(k,t)}catch{}}})})()`;
