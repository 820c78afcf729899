/** Calls back once, after the page has loaded and as soon as a tenth of the element is within 200 px of the viewport; the answer stops waiting. */
export function whenNear(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: '200px', threshold: 0.1 },
  );
  const watch = () => observer.observe(element);
  if (document.readyState === 'complete') watch();
  else window.addEventListener('load', watch, { once: true });
  return () => {
    window.removeEventListener('load', watch);
    observer.disconnect();
  };
}
