import type { CountedFindings } from '../../../../web/app/domains/passport/backup-findings.ts';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { formatRows } from '../format-amount.ts';
import { titleOfList } from './list-titles.ts';

/** What of a backup its vault lists and the file lacks, and what is in it and no use, list by list. */
export function FindingList({ counted }: { readonly counted: readonly CountedFindings[] }) {
  const sentences = counted.flatMap(({ list, missing, unusable }) => [
    ...(missing === 0 ? [] : [`${titleOfList(list)}: ${formatRows(missing)} missing. The vault lists ${missing === 1 ? 'it' : 'them'}.`]),
    ...(unusable === 0
      ? []
      : [
          `${titleOfList(list)}: ${formatRows(unusable)} ${unusable === 1 ? 'is' : 'are'} not as the vault lists ${unusable === 1 ? 'it' : 'them'}, or ${unusable === 1 ? 'does' : 'do'} not open.`,
        ]),
  ]);
  if (sentences.length === 0) return null;
  return (
    <ul aria-label="Not as the vault lists it" className="mt-3 space-y-1">
      {sentences.map((sentence) => (
        <li key={sentence} className="text-sm">
          <StatusMark kind="warning">{sentence}</StatusMark>
        </li>
      ))}
    </ul>
  );
}
