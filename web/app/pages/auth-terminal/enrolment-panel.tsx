import { useMemo } from 'react';
import type { Enrolment } from '../../domains/session/sign-in.ts';
import { CopyButton } from './copy-button.tsx';
import { qrPath } from './qr-path.ts';

/** The picture an authenticator app scans, with the secret beside it on demand. */
export function EnrolmentPanel({ enrolment, secretShown }: { readonly enrolment: Enrolment; readonly secretShown: boolean }) {
  const { address, secret } = enrolment;
  // Drawn here from the address: a picture made by a server is a stranger's markup.
  const { path, size } = useMemo(() => qrPath(address), [address]);
  return (
    <div className="flex flex-wrap items-start gap-6">
      {/* Dark on light in both themes: few apps read the reverse. */}
      <svg
        viewBox={`0 0 ${size} ${size}`}
        className="w-52 shrink-0 rounded-control"
        shapeRendering="crispEdges"
        role="img"
        aria-label="QR code for your authenticator app"
      >
        <path fill="#ffffff" d={`M0 0h${size}v${size}h-${size}z`} />
        <path fill="#10191e" d={path} />
      </svg>
      <div className="min-w-56 flex-1 font-sans">
        <ol className="list-decimal space-y-1 pl-5 marker:text-copper">
          <li>Open your authenticator app and scan the picture.</li>
          <li>Type the six digits it shows below.</li>
        </ol>
        <p className="mt-3 text-muted">
          The picture works for five minutes. On this very device,{' '}
          <a href={address} className="text-ink underline decoration-copper underline-offset-4">
            open the app
          </a>{' '}
          instead.
        </p>
        {secretShown ? (
          <div className="mt-4">
            <p className="text-muted">For typing by hand (time based, 6 digits, 30 seconds):</p>
            <p className="mt-1 font-mono text-base tracking-wide wrap-anywhere text-ink" translate="no">
              {groupByFour(secret)}
            </p>
            <div className="-ml-2">
              <CopyButton text={secret}>Copy secret</CopyButton>
            </div>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function groupByFour(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
