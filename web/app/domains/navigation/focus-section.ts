/** Puts the focus on a section's heading, so that the Tab key goes on from there, as where the browser itself follows a link. It does not scroll. */
export function focusSection(id: string): void {
  const place = document.getElementById(id);
  const heading = place?.querySelector<HTMLElement>('h2') ?? place;
  if (heading === null) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
