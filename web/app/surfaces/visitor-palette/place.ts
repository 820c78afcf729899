import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { VisitorGroup } from '../../domains/commands/command.ts';

/** Somewhere on this site, or of its owner elsewhere, that a visitor can be led to. */
export type Place = {
  readonly group: VisitorGroup;
  readonly title: string;
  /** Said beside the title. */
  readonly note: string;
  /** Of our own site: begins with `/`. */
  readonly href: string;
  /** Opens in a tab of its own: somebody else's site, or a file. */
  readonly isElsewhere?: true;
};

const groups: readonly string[] = ['Section', 'Case study', 'Project', 'Post', 'Tool', 'Page'] satisfies readonly VisitorGroup[];

/** Reads the server's answer. A place of a kind that this page does not know, from a newer server, is left out. */
export function parsePlaces(answer: unknown): Result<readonly Place[], { readonly code: 'not-a-list' }> {
  return Array.isArray(answer) ? succeed(answer.filter(isPlace)) : fail({ code: 'not-a-list' });
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false;
  const { group, title, note, href, isElsewhere } = value as Readonly<Partial<Record<keyof Place, unknown>>>;
  if (typeof group !== 'string' || !groups.includes(group)) return false;
  if (typeof title !== 'string' || typeof note !== 'string' || typeof href !== 'string') return false;
  return isElsewhere === true ? /^(https?:\/)?\//.test(href) : isElsewhere === undefined && /^\/(?!\/)/.test(href);
}
