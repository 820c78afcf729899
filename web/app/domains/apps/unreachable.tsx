import { GhostButton } from '../../ui/button.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

/** Nothing was ever had in this browser, and nobody answers: what is typed is still kept. `what`: such as “Your tasks”. */
export function Unreachable({ what, onRetry }: { readonly what: string; readonly onRetry: () => Promise<unknown> }) {
  return (
    <div role="status" className="grid min-h-60 content-center justify-items-center gap-4 text-center">
      <StatusMark kind="warning">{`${what} cannot be shown: the server does not answer, and this browser has no copy yet.`}</StatusMark>
      <p className="text-muted">What you type above is saved here and sent when the server is back.</p>
      <GhostButton onWork={onRetry}>Try again</GhostButton>
    </div>
  );
}
