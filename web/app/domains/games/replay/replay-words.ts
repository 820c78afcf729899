/** A score in words. */
export function pointsText(score: number): string {
  return score === 1 ? '1 point' : `${score} points`;
}

/** The address of a replay: all of it stands in the fragment, which no server sees. */
export function replayAddress(origin: string, path: string, text: string): string {
  return `${origin}${path}#replay=${text}`;
}

/** The replay that a fragment holds; nothing where it holds none. */
export function replayInFragment(fragment: string): string | undefined {
  return /^#replay=(.*)$/s.exec(fragment)?.[1];
}
