import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { SiteDraft } from '../../domains/settings/site-preview.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { draftSiteOf } from './draft-site.ts';
import { PreviewFrame } from './preview-frame.tsx';
import './site-preview.css';

const widths = { Desk: 1280, Phone: 390 } as const;

type Width = keyof typeof widths;

/** The public page with the draft in it, at the width of a desk or a phone. A draft that cannot be used leaves the last good one. */
export default function SitePreview({ draft }: { readonly draft: SiteDraft }) {
  const [width, setWidth] = useState<Width>('Desk');
  const deferred = useDeferredValue(draft);
  const present = useMemo(() => draftSiteOf(deferred), [deferred]);
  const [good, setGood] = useState(present);
  useEffect(() => {
    if (present !== undefined) setGood(present);
  }, [present]);
  return (
    <section aria-label="Preview" className="preview">
      <div className="preview-bar">
        <h3 className="lettering">Preview</h3>
        <p role="status" className="preview-state">
          {present === undefined ? <StatusMark kind="warning">The draft has faults: its last good state is shown.</StatusMark> : null}
        </p>
        <fieldset aria-label="Width of the preview" className="preview-widths">
          {(Object.keys(widths) as Width[]).map((name) => (
            <label key={name}>
              <input type="radio" name="preview-width" checked={width === name} onChange={() => setWidth(name)} />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <div className="preview-plate" data-width={width}>
        {good === undefined ? (
          <p className="p-4 text-muted">Nothing can be shown yet.</p>
        ) : (
          <PreviewFrame key={width} site={good} width={widths[width]} title={`The public page, at the width of a ${width.toLowerCase()}`} />
        )}
      </div>
    </section>
  );
}
