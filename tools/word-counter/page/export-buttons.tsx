import { DownloadSimpleIcon } from '@castellan/icons/arrows/download-simple';
import type { MenuItem } from '../../../web/app/domains/owner-page/page-tools.ts';
import { saveFile } from '../../../web/app/lib/save-file.ts';
import { QuietButton } from '../../../web/app/ui/button.tsx';
import type { TextDetails } from '../knowledge/describe-text.ts';
import { countsAsCsv } from './counts-as-csv.ts';
import type { QuickCounts } from './word-counter-jobs.ts';

/** The ways to what was counted as a file: never the text itself. */
export function savingsOf(quick: QuickCounts, details: TextDetails | undefined): readonly MenuItem[] {
  const json = () => JSON.stringify({ counts: quick.counts, ...quick.limits, ...details }, null, 2);
  const saving = (label: string, name: string, type: string, text: () => string): MenuItem => ({
    label,
    drawing: DownloadSimpleIcon,
    onChoose: () => saveFile({ name, type, text: text() }),
  });
  return [
    saving('Save as CSV', 'word-count.csv', 'text/csv', () => countsAsCsv(quick, details)),
    saving('Save as JSON', 'word-count.json', 'application/json', json),
  ];
}

/** The same as buttons. */
export function ExportButtons({ savings }: { readonly savings: readonly MenuItem[] }) {
  return (
    <div className="flex gap-4">
      {savings.map(({ label, onChoose }) => (
        <QuietButton key={label} onClick={onChoose}>
          {label}
        </QuietButton>
      ))}
    </div>
  );
}
