import { useEffect, useState } from 'react';
import { whileWanted } from '../../lib/while-wanted.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { plate } from '../../ui/tokens/colour-tokens.ts';
import { type Copy, CopyButton } from './copy-button.tsx';
import type { QrPath } from './qr-path.ts';
import type { Enrolment } from './sign-in.ts';

type EnrolmentPanelProps = {
  readonly enrolment: Enrolment;
  readonly secretShown: boolean;
  /** Where the page has a way that takes the secret off the clipboard again. */
  readonly copy?: Copy;
};

/** The picture an authenticator app scans, with the secret beside it on demand. */
export function EnrolmentPanel({ enrolment, secretShown, copy }: EnrolmentPanelProps) {
  const { address, secret } = enrolment;
  return (
    <div className="flex flex-wrap items-start gap-6">
      <QrPicture address={address} />
      <div className="min-w-56 flex-1 font-sans">
        <ol className="list-decimal space-y-1 pl-5 marker:text-copper">
          <li>Open your authenticator app and scan this QR code.</li>
          <li>Type the six digits it shows below.</li>
        </ol>
        <p className="mt-3 text-muted">
          It expires in five minutes. On this device,{' '}
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
              <CopyButton text={secret} copy={copy}>
                Copy secret
              </CopyButton>
            </div>
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** Pixels of one of its modules (spec §9). */
const moduleScale = 4;

/** Drawn here from the address: a picture made by a server is a stranger's markup. Its code is loaded when one is wanted. */
function QrPicture({ address }: { readonly address: string }) {
  const [code, setCode] = useState<QrPath | 'missing'>();
  useEffect(() => {
    return whileWanted(
      import('./qr-path.ts'),
      ({ qrPath }) => setCode(qrPath(address)),
      () => setCode('missing'),
    );
  }, [address]);
  if (code === undefined) {
    return (
      <div className="grid size-52 place-items-center text-xl text-copper">
        <Spinner label="Drawing the picture" />
      </div>
    );
  }
  if (code === 'missing')
    return <p className="w-52 font-sans text-amber">The picture could not be drawn. Show the secret and type it by hand.</p>;
  const { path, size } = code;
  return (
    // Dark on light in both themes: few apps read the reverse.
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={size * moduleScale}
      height={size * moduleScale}
      className="max-w-none shrink-0 rounded-control"
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code for your authenticator app"
    >
      <path fill="#ffffff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill={plate.dark} d={path} />
    </svg>
  );
}

function groupByFour(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
