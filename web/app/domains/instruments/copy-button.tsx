import { useState } from 'react';
import { copyText } from '../../lib/clipboard.ts';
import { QuietButton } from '../../ui/button.tsx';

/** Copies a text, and says whether that worked in the button itself. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [copied, setCopied] = useState<{ readonly text: string; readonly ok: boolean }>();
  const said = copied?.text !== text ? label : copied.ok ? 'Copied' : 'Select and copy by hand';
  return (
    <QuietButton className="font-sans" onClick={async () => setCopied({ text, ok: (await copyText(text)).ok })}>
      <span aria-live="polite">{said}</span>
    </QuietButton>
  );
}
