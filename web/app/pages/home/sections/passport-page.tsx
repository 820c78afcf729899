import { Link } from 'react-router';
import { writtenIn } from '../../../domains/owner/written-in.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Engraved } from '../../../ui/engraving/engraved.tsx';
import type { Passport, PassportEntry, PassportField } from '../passport.ts';

/** Who the owner is, as the data page of a passport: portrait, fields, machine-readable lines; the first paragraph is set large. */
export function PassportPage({ paragraphs, passport }: { readonly paragraphs: readonly string[]; readonly passport: Passport }) {
  const [lead, ...rest] = paragraphs;
  return (
    <section aria-labelledby="about-title" className="page passport-section">
      <div className="passport">
        <Portrait passport={passport} />
        <div className="passport-data">
          <h2 id="about-title" className="passport-title">
            About
          </h2>
          <p {...writtenIn(passport.language)} className="lettering passport-lead">
            {lead}
          </p>
          {rest.map((paragraph) => (
            <p key={paragraph} {...writtenIn(passport.language)} className="passport-text">
              {paragraph}
            </p>
          ))}
          <dl className="passport-fields">
            {passport.fields.map((field) => (
              <Field key={field.label} field={field} />
            ))}
          </dl>
          <p className="passport-resume">
            <a href="/resume" target="_blank" rel="noopener" title="Opens in a new tab" className={buttonClass('ghost')}>
              Resume as PDF
            </a>
            <Link to="/cv" className={buttonClass('quiet')}>
              Read it online
            </Link>
          </p>
        </div>
        {passport.mrz.length === 0 ? null : (
          <div aria-hidden="true" translate="no" className="mrz passport-mrz">
            {passport.mrz.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

/** The owner as an engraver would cut them, or the initials in the rosette of the name; an ornament. */
function Portrait({ passport: { portrait, rosette, initials } }: { readonly passport: Passport }) {
  return (
    <div aria-hidden="true" className="passport-portrait">
      <span className="passport-ground">
        <Engraved address={rosette} ink="hairline" className="passport-halo" />
      </span>
      {portrait === undefined ? (
        <>
          <Engraved address={rosette} ink="blend" className="passport-rosette" />
          <span className={classNames('lettering passport-initials', [...initials].length > 2 && 'passport-initials-many')}>
            {initials}
          </span>
        </>
      ) : (
        <Engraved address={portrait} ink="portrait" className="passport-face" />
      )}
    </div>
  );
}

function Field({ field: { label, entries, form } }: { readonly field: PassportField }) {
  return (
    <div className={classNames(form === 'list' && 'passport-list')}>
      <dt>{label}</dt>
      {form === 'list' ? (
        entries.map((entry) => (
          <dd key={entry.text}>
            <Entry entry={entry} />
          </dd>
        ))
      ) : (
        <dd className={classNames('dotted', form === 'code' && 'font-mono')} {...(form === 'code' ? { translate: 'no' as const } : {})}>
          {entries.map((entry) => (
            <span key={entry.text}>
              <Entry entry={entry} />
            </span>
          ))}
        </dd>
      )}
    </div>
  );
}

function Entry({ entry: { text, url } }: { readonly entry: PassportEntry }) {
  return url === undefined ? (
    text
  ) : (
    <a href={url} className="home-link">
      {text}
    </a>
  );
}
