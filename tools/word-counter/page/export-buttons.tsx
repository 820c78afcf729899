import { saveFile } from '../../../web/app/lib/save-file.ts';
import { QuietButton } from '../../../web/app/ui/button.tsx';
import type { TextDetails } from '../knowledge/describe-text.ts';
import { countsAsCsv } from './counts-as-csv.ts';
import type { QuickCounts } from './word-counter-jobs.ts';

/** What was counted, as a file: never the text itself. */
export function ExportButtons({ quick, details }: { readonly quick: QuickCounts; readonly details: TextDetails | undefined }) {
  const json = () => JSON.stringify({ counts: quick.counts, ...quick.limits, ...details }, null, 2);
  return (
    <div className="flex gap-4">
      <QuietButton onClick={() => saveFile({ name: 'word-count.csv', type: 'text/csv', text: countsAsCsv(quick, details) })}>
        Save as CSV
      </QuietButton>
      <QuietButton onClick={() => saveFile({ name: 'word-count.json', type: 'application/json', text: json() })}>Save as JSON</QuietButton>
    </div>
  );
}
