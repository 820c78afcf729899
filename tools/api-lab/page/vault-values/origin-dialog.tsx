import { AlertDialog } from '../../../../web/app/ui/alert-dialog.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { nameOfRef } from './use-vault-entries.ts';
import type { OriginQuestion, VaultEntry } from './vault-values.ts';

type OriginDialogProps = {
  readonly questions: readonly OriginQuestion[];
  readonly entries: readonly VaultEntry[];
  readonly onAnswer: (isAllowed: boolean) => void;
};

/** More are counted. */
const maxMessages = 4;

/**
 * Asks whether values of the vault may go to origins that they may not go to yet. The safe answer has the focus, or the list where it is
 * so long that it scrolls.
 */
export function OriginDialog({ questions, entries, onAnswer }: OriginDialogProps) {
  return (
    <AlertDialog
      open
      title={questions.length === 1 ? 'Send a value from your vault?' : `Send values from your vault to ${questions.length} new places?`}
      description="That is not allowed so far. If you allow it, that is sealed with the entry, and you are not asked again. You can take it back in the entry, and where the value is chosen."
      closeLabel="Do not send"
      confirm={{ label: 'Allow and send', onConfirm: () => onAnswer(true) }}
      onClose={() => onAnswer(false)}
    >
      {/* What scrolls must be reachable by the keys (WCAG 2.1.1). */}
      <section
        aria-label="Where it would go"
        tabIndex={questions.length > 1 ? 0 : undefined}
        className="max-h-[40vh] overflow-y-auto border-y border-hairline"
      >
        <ul>
          {questions.map((question) => (
            <Question key={`${question.entryId} ${question.origin}`} question={question} entries={entries} />
          ))}
        </ul>
      </section>
    </AlertDialog>
  );
}

function Question({ question, entries }: { readonly question: OriginQuestion; readonly entries: readonly VaultEntry[] }) {
  const { origin, parts, messages } = question;
  const rest = messages.length - maxMessages;
  return (
    <li className="grid gap-1 border-b border-hairline py-3 last:border-b-0">
      <p className="font-mono font-semibold wrap-anywhere" translate="no">
        {origin}
      </p>
      <p className="wrap-anywhere">{parts.map((ref) => nameOfRef(entries, ref)).join(', ')}</p>
      {messages.slice(0, maxMessages).map(({ method, label }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same request may stand twice.
        <p key={at} className="text-sm wrap-anywhere text-muted">
          <span className="font-mono">{method}</span> {label}
        </p>
      ))}
      {rest > 0 ? <p className="text-sm text-muted">{`and ${rest} more`}</p> : null}
      {origin.startsWith('http:') ? <StatusMark kind="info">Plain http, on the server’s own machine.</StatusMark> : null}
    </li>
  );
}
