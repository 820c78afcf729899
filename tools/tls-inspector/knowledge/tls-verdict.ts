import type { TlsRating } from './grade.ts';
import type { TlsFacts } from './tls-facts.ts';

/** What a person should know first: how it stands, and the one thing that would raise the grade. */
export function describeVerdict({ grade, limits }: TlsRating, { protocols }: TlsFacts): string {
  if (protocols.length === 0) return 'It answers, and speaks no TLS that was tried.';
  const [heaviest] = limits;
  if (heaviest === undefined)
    return grade === 'A+' ? 'Sound: nothing is left to raise.' : `Graded ${grade} by the strength of its keys and suites.`;
  const rest = limits.filter((limit) => limit.grade === heaviest.grade).length;
  if (grade === 'A-' || grade === 'A')
    return rest === 1 && limits.length === 1
      ? `Sound, and one step away from A+: ${lower(heaviest.raise)}.`
      : `Sound, with ${limits.length} things to raise.`;
  if (grade === 'T' || grade === 'M') return `${heaviest.reason}.`;
  return `${heaviest.reason}${rest === 1 ? '' : `, and ${rest - 1} more that weigh as much`}.`;
}

function lower(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
