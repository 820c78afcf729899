import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { ContentPart } from '../../../../web/app/domains/settings/content-parts.ts';
import { useSitePreview } from '../../../../web/app/domains/settings/site-preview.ts';
import { isObject, type JsonObject } from '../../../../web/app/domains/site-content/field-paths.ts';
import type { FormField } from '../../../../web/app/domains/site-content/form-fields.ts';
import { basicsFields, privateFields, profileGroups, resumeLists, wishList } from '../../../../web/app/domains/site-content/form-parts.ts';
import type { ContentFiles } from '../../../../web/app/domains/site-content/site-content.ts';
import { Spinner } from '../../../../web/app/ui/spinner.tsx';
import { EditFoot } from './edit-foot.tsx';
import { FieldControl } from './field-control.tsx';
import { ListForm } from './list-form.tsx';
import { TextEditor } from './text-editor.tsx';
import { type ContentEdit, useContentEdit } from './use-content-edit.ts';

type SitePart = Extract<ContentPart, 'profile' | 'skills' | 'experience' | 'projects'>;

type OwnPart = Extract<ContentPart, 'wishes' | 'private'>;

type JsonPart = SitePart | OwnPart;

type JsonWorkplaceProps = { readonly part: SitePart; readonly files: ContentFiles };

/** The fields of a JSON file beside what they make of the public page, or the whole file as text. */
export function JsonWorkplace({ part, files }: JsonWorkplaceProps) {
  const profile = useContentEdit('profile.json');
  const resume = useContentEdit('resume.json');
  const edit = part === 'profile' ? profile : resume;
  const Preview = useSitePreview();
  if (profile.file === undefined || resume.file === undefined) return <NotLoaded edits={[profile, resume]} />;
  const draft = { part, profile: profile.text, resume: resume.text };
  return (
    <div className="content-workplace">
      <div className="min-w-0">
        <JsonForm part={part} edit={edit} files={files} />
      </div>
      <Suspense fallback={<Spinner label="Loading" />}>
        <Preview draft={draft} />
      </Suspense>
    </div>
  );
}

/** The wishes beside their cards, or the telephone number, which stands on no page. */
export function OwnFileWorkplace({ part, files }: { readonly part: OwnPart; readonly files: ContentFiles }) {
  const edit = useContentEdit(`${part}.json`, part === 'wishes' ? '{\n  "wishes": []\n}\n' : '{}\n');
  const profile = useContentEdit('profile.json');
  const resume = useContentEdit('resume.json');
  const Preview = useSitePreview();
  if (edit.file === undefined || profile.file === undefined || resume.file === undefined)
    return <NotLoaded edits={[edit, profile, resume]} />;
  const form = <JsonForm part={part} edit={edit} files={files} />;
  if (part === 'private') return form;
  return (
    <>
      <p className="content-note">
        Each is put into the wishlist once, by its key. What is in the list already is edited on the{' '}
        <Link to="/wishlist" className="underline decoration-copper underline-offset-4">
          wishlist
        </Link>
        .
      </p>
      <div className="content-workplace">
        <div className="min-w-0">{form}</div>
        <Suspense fallback={<Spinner label="Loading" />}>
          <Preview draft={{ part, profile: profile.text, resume: resume.text, wishes: edit.text }} />
        </Suspense>
      </div>
    </>
  );
}

/** In the place of files that are not there yet. */
export function NotLoaded({ edits }: { readonly edits: readonly ContentEdit[] }) {
  const failed = edits.map(({ notice }) => notice).find((notice) => notice?.kind === 'failed');
  if (failed?.kind === 'failed') return <p role="status">{failed.text}</p>;
  return <Spinner label="Loading" />;
}

function JsonForm({ part, edit, files }: { readonly part: JsonPart; readonly files: ContentFiles; readonly edit: ContentEdit }) {
  const [wantsText, setWantsText] = useState(false);
  const object = parse(edit.text);
  const isText = wantsText || object === undefined;
  const fields = pathsOf(part, object);
  const faults = edit.notice?.kind === 'invalid' ? edit.notice.faults : [];
  const errorOf = (path: string) => (isText ? undefined : faults.find(({ field }) => field === path)?.problem);
  const others = faults.filter(({ field }) => isText || field === undefined || !fields.has(field));
  const change = (next: JsonObject) => edit.change(`${JSON.stringify(next, null, 2)}\n`);
  return (
    <>
      {isText ? (
        <TextEditor label={`${edit.name} as text`} text={edit.text} onText={edit.change} />
      ) : (
        <Fields part={part} object={object} errorOf={errorOf} onChange={change} />
      )}
      <p className="content-other">
        <button type="button" className="setting-act" disabled={object === undefined} onClick={() => setWantsText(!isText)}>
          {isText ? 'Edit in fields' : 'Edit the whole file as text'}
        </button>
      </p>
      <EditFoot edit={edit} folder={files.folder} isWritable={files.isWritable} faults={others} />
    </>
  );
}

type FieldsProps = {
  readonly part: JsonPart;
  readonly object: JsonObject;
  readonly errorOf: (path: string) => string | undefined;
  readonly onChange: (object: JsonObject) => void;
};

function Fields({ part, object, errorOf, onChange }: FieldsProps) {
  const control = (field: FormField) => (
    <FieldControl key={field.path} field={field} object={object} error={errorOf(field.path)} onChange={onChange} />
  );
  if (part === 'profile') {
    return profileGroups.map(({ title, fields }) => (
      <section key={title} aria-label={title}>
        <h3 className="lettering settings-heading">{title}</h3>
        {fields.map(control)}
      </section>
    ));
  }
  if (part === 'private') return privateFields.map(control);
  const list = listOf(part);
  const entries = object[list.key];
  return (
    <>
      {part === 'experience' ? (
        <section aria-label="In short">
          <h3 className="lettering settings-heading">In short</h3>
          {basicsFields.map(control)}
          <h3 className="lettering settings-heading">Posts</h3>
        </section>
      ) : null}
      <ListForm
        list={list}
        entries={Array.isArray(entries) ? entries : []}
        errorOf={errorOf}
        onChange={(next) => onChange({ ...object, [list.key]: next })}
      />
    </>
  );
}

const listOf = (part: Exclude<JsonPart, 'profile' | 'private'>) => (part === 'wishes' ? wishList : resumeLists[part]);

/** The fields that the form shows, so that their faults stand beside them. */
function pathsOf(part: JsonPart, object: JsonObject | undefined): ReadonlySet<string> {
  if (part === 'profile') return new Set(profileGroups.flatMap(({ fields }) => fields.map(({ path }) => path)));
  if (part === 'private') return new Set(privateFields.map(({ path }) => path));
  const { key, fields } = listOf(part);
  const entries = object?.[key];
  const listed = (Array.isArray(entries) ? entries : []).flatMap((_, at) => fields.map(({ path }) => `${key}.${at}.${path}`));
  return new Set([...listed, ...(part === 'experience' ? basicsFields.map(({ path }) => path) : [])]);
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
