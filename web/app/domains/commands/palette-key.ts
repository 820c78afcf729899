/** Whether the command key stands in for Control here. */
export function isApple(platform: string): boolean {
  return /Mac|iPhone|iPad|iPod/i.test(platform);
}

/** Whether a key press opens a palette: `Mod+K`, also while something is typed. */
export function isPaletteKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean {
  const mod = isApple(navigator.platform) ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  return mod && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';
}
