import { useMemo } from 'react';
import { CopyButton } from '../../../web/app/domains/session/copy-button.tsx';
import { qrPath } from '../../../web/app/domains/session/qr-path.ts';
import { saveFile } from '../../../web/app/lib/save-file.ts';
import { Button } from '../../../web/app/ui/button.tsx';
import { Dialog } from '../../../web/app/ui/dialog.tsx';
import { type ShortLink, shortAddress } from './links.ts';

/** The QR code of a link: dark on white in both themes, as readers want it. */
export function QrDialog({ link, onClose }: { readonly link: ShortLink | undefined; readonly onClose: () => void }) {
  return (
    <Dialog open={link !== undefined} title="QR code" onClose={onClose}>
      {link === undefined ? null : <Code slug={link.slug} />}
    </Dialog>
  );
}

function Code({ slug }: { readonly slug: string }) {
  const address = shortAddress(location.origin, slug);
  const { path, size } = useMemo(() => qrPath(address), [address]);
  const save = () =>
    saveFile({
      name: `${slug}.svg`,
      type: 'image/svg+xml',
      text: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`,
    });
  return (
    <div className="grid justify-items-center gap-4">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        className="w-full max-w-72"
        role="img"
        aria-label={`QR code for ${address}`}
        shapeRendering="crispEdges"
      >
        <path fill="#ffffff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#000000" d={path} />
      </svg>
      <p className="font-mono text-sm wrap-anywhere">{address}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={save}>Save as SVG</Button>
        <CopyButton text={address}>Copy the address</CopyButton>
      </div>
    </div>
  );
}
