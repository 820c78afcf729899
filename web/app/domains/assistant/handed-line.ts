import { forgetOnSignOut } from '../../lib/session-end/forget-on-sign-out.ts';

let held: string | undefined;

forgetOnSignOut(() => {
  held = undefined;
});

/** Leaves a line for the AI terminal, in this page's memory: what is asked there may be private, so that no address may hold it. */
export function handLine(line: string): void {
  held = line;
}

/** Takes the line that was left; whoever comes next finds none. */
export function takeHandedLine(): string | undefined {
  const line = held;
  held = undefined;
  return line;
}
