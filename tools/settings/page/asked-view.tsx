import { failureText } from '../../../web/app/domains/settings/failure-text.ts';
import type { Asked } from '../../../web/app/domains/settings/use-asked.ts';
import { QuietButton } from '../../../web/app/ui/button.tsx';
import { Spinner } from '../../../web/app/ui/spinner.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';

/** In the place of an answer that is not there: it is on its way, or why it did not come. */
export function NotAsked({ asked, again }: { readonly asked: Asked<unknown>; readonly again: () => Promise<void> }) {
  if (asked.status !== 'failed') return <Spinner label="Loading" />;
  return (
    <div role="status">
      <StatusMark kind="warning">{failureText(asked.failure)}</StatusMark> <QuietButton onClick={() => void again()}>Try again</QuietButton>
    </div>
  );
}
