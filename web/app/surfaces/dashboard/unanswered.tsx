import { QuietButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { StatusMark } from '../../ui/status-mark.tsx';

type UnansweredProps = {
  /** What that means for whoever looks, as a sentence. */
  readonly sentence: string;
  readonly onRetry: () => Promise<void>;
  readonly className?: string;
};

/** Says that the backend does not answer, and asks again when told to. */
export function Unanswered({ sentence, onRetry, className }: UnansweredProps) {
  return (
    <div role="status" className={classNames('flex flex-wrap items-center justify-between gap-x-6 gap-y-2', className)}>
      <StatusMark kind="warning">{`The server does not answer. ${sentence}`}</StatusMark>
      <QuietButton onWork={onRetry}>Try again</QuietButton>
    </div>
  );
}
