import { DownloadSimpleIcon } from '@castellan/icons/arrows/download-simple';
import { CopyButton } from '../../domains/session/copy-button.tsx';
import { QuietButton } from '../../ui/button.tsx';
import { recoverySheet } from './recovery-sheet.ts';

/** The recovery codes, shown this once, with ways to take them along. */
export function RecoveryPanel({ codes }: { readonly codes: readonly string[] }) {
  const sheet = recoverySheet(codes, window.location.host);
  return (
    <div>
      <ol
        className="grid max-w-prose list-decimal grid-cols-1 gap-x-14 gap-y-1 pl-8 marker:text-muted sm:grid-cols-2"
        aria-label="Recovery codes"
        translate="no"
      >
        {codes.map((code) => (
          <li key={code} className="border-b border-hairline py-1.5 pl-2 text-base text-ink">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-3 -ml-2 flex flex-wrap gap-x-4 font-sans">
        <CopyButton text={sheet}>Copy all</CopyButton>
        <QuietButton icon={DownloadSimpleIcon} onClick={() => download(sheet)}>
          Download
        </QuietButton>
      </div>
    </div>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}
