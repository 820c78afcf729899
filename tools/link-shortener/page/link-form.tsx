import { useState } from 'react';
import { Button } from '../../../web/app/ui/button.tsx';
import { DialogFoot } from '../../../web/app/ui/dialog.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { useSubmit } from '../../../web/app/ui/forms/use-work.ts';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { hashPassword } from './hash-password.ts';
import type { LinkDraft, ShortLink } from './links.ts';
import { makeSlug } from './make-slug.ts';
import { type LinkFault, readLink, type TypedLink } from './read-link.ts';

/** What a form gives: the link, and its password's hash where that was set or taken away. */
export type FilledLink = LinkDraft & { readonly password_hash?: string | null };

type LinkFormProps = {
  readonly link?: ShortLink;
  readonly others: readonly ShortLink[];
  /** Resolves with whether it was kept. */
  readonly save: (filled: FilledLink) => Promise<boolean>;
};

type Fault = Pick<LinkFault, 'field' | 'sentence'> | { readonly field: 'password'; readonly sentence: string };

/** The fields of a link. Those that few links want are behind one button, unless the link has any of them. */
export function LinkForm({ link, others, save }: LinkFormProps) {
  const [fault, setFault] = useState<Fault>();
  const { busy, onSubmit } = useSubmit(async (form) => {
    const filled = await fill(new FormData(form), link, others);
    const kept = 'field' in filled ? false : await save(filled);
    if ('field' in filled) {
      setFault(filled);
      const wrong = form.querySelector<HTMLElement>(`[name="${filled.field}"]`);
      wrong?.closest('details')?.setAttribute('open', '');
      wrong?.focus();
      return;
    }
    setFault(undefined);
    if (kept && link === undefined) {
      form.reset();
      form.querySelector<HTMLElement>('[name="url"]')?.focus();
    }
  });
  const errorOf = (field: Fault['field']) => (fault?.field === field ? fault.sentence : undefined);
  return (
    <form
      noValidate
      onSubmit={onSubmit}
      aria-label={link === undefined ? 'New link' : undefined}
      className={link === undefined ? 'mt-3' : 'grid grid-cols-1 gap-4'}
    >
      <div
        className={
          link === undefined
            ? 'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_16rem_auto]'
            : 'grid grid-cols-1 gap-4'
        }
      >
        <TextField
          name="url"
          label="Destination"
          className={link === undefined ? 'col-span-2 md:col-span-1' : undefined}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2048}
          placeholder="https://example.org/talk"
          defaultValue={link?.url ?? ''}
          error={errorOf('url')}
        />
        <TextField
          name="slug"
          label="Slug"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          placeholder={link === undefined ? 'made for you' : undefined}
          defaultValue={link?.slug ?? ''}
          error={errorOf('slug')}
        />
        {link === undefined ? (
          <Button type="submit" busy={busy} className="mt-7">
            Shorten
          </Button>
        ) : null}
      </div>
      {link === undefined ? (
        <details>
          <summary className="w-fit cursor-pointer py-3 text-sm text-muted hover:text-ink">Name, expiry, limit, password</summary>
          <div className="mt-2 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <MoreFields link={link} errorOf={errorOf} />
          </div>
        </details>
      ) : (
        <>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <MoreFields link={link} errorOf={errorOf} />
          </div>
          <DialogFoot>
            <Button type="submit" busy={busy}>
              Save
            </Button>
          </DialogFoot>
        </>
      )}
    </form>
  );
}

function MoreFields({
  link,
  errorOf,
}: {
  readonly link: ShortLink | undefined;
  readonly errorOf: (field: Fault['field']) => string | undefined;
}) {
  const hasPassword = link !== undefined && link.password_hash !== null;
  return (
    <>
      <TextField name="title" label="Name" maxLength={200} autoComplete="off" defaultValue={link?.title ?? ''} error={errorOf('title')} />
      <TextField
        name="tags"
        label="Tags, between commas"
        autoComplete="off"
        defaultValue={link?.tags.join(', ') ?? ''}
        error={errorOf('tags')}
      />
      <TextField
        name="expires"
        label="Expires"
        type="datetime-local"
        defaultValue={link?.expires_at === null || link === undefined ? '' : localTime(new Date(link.expires_at))}
        error={errorOf('expires')}
      />
      <TextField
        name="maxVisits"
        label="Opens at most"
        hint="Times. 1 makes a link that opens once."
        inputMode="numeric"
        autoComplete="off"
        defaultValue={link?.max_visits ?? ''}
        error={errorOf('maxVisits')}
      />
      <div>
        <TextField
          name="password"
          label={hasPassword ? 'New password' : 'Password'}
          hint={
            hasPassword ? 'A password is set. Leave empty to keep it.' : 'Visitors must enter it to open the link. It is stored as a hash.'
          }
          type="password"
          autoComplete="new-password"
          maxLength={200}
          error={errorOf('password')}
        />
        {hasPassword ? (
          <label className="target mt-1 inline-flex items-center gap-2 text-sm">
            <input type="checkbox" name="noPassword" className="size-5 accent-copper" />
            Take the password away
          </label>
        ) : null}
      </div>
      {errorOf('password') === undefined ? null : (
        <p className="sm:col-span-2">
          <StatusMark kind="failure">Nothing was saved.</StatusMark>
        </p>
      )}
    </>
  );
}

/** A moment as the browser's own field for local times takes it. */
function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

async function fill(form: FormData, link: ShortLink | undefined, others: readonly ShortLink[]): Promise<FilledLink | Fault> {
  const text = (name: keyof TypedLink | 'password') => String(form.get(name) ?? '');
  const read = readLink(
    {
      url: text('url'),
      slug: text('slug'),
      title: text('title'),
      tags: text('tags'),
      expires: text('expires'),
      maxVisits: text('maxVisits'),
    },
    location.origin,
  );
  if (!read.ok) return read.failure;
  const slug = read.value.slug === '' ? (link?.slug ?? makeSlug()) : read.value.slug;
  const taken = others.find((one) => one.slug === slug && one.id !== link?.id);
  if (taken !== undefined) return { field: 'slug', sentence: `Another link has this slug: it leads to ${new URL(taken.url).host}.` };
  const draft = { ...read.value, slug };
  if (form.get('noPassword') !== null) return { ...draft, password_hash: null };
  const password = text('password');
  if (password === '') return draft;
  const hashed = await hashPassword(password);
  if (!hashed.ok) return { field: 'password', sentence: 'The server must hash it, and does not answer. Try again in a moment.' };
  return { ...draft, password_hash: hashed.value.hash };
}
