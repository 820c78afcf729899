import { useRef, useState } from 'react';
import { type ContentFiles, saveContentPhoto } from '../../../../web/app/domains/site-content/site-content.ts';
import { Button } from '../../../../web/app/ui/button.tsx';
import { FileField } from '../../../../web/app/ui/fields/file-field.tsx';
import { StatusMark } from '../../../../web/app/ui/status-mark.tsx';
import { EditFoot } from './edit-foot.tsx';
import { NotLoaded } from './json-workplace.tsx';
import { drawSquare, jpegOf } from './square-photo.ts';
import { useContentEdit } from './use-content-edit.ts';

/** Chooses a photo: cut to a square and scaled in this browser, so that nothing else of the file, such as its place, leaves it. */
export function PhotoWorkplace({ files }: { readonly files: ContentFiles }) {
  const edit = useContentEdit('profile.json');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<'none' | 'drawn' | { readonly problem: string }>('none');
  if (edit.file === undefined) return <NotLoaded edits={[edit]} />;
  const { version } = edit.file;
  const choose = async (file: File | undefined) => {
    if (file === undefined || canvas.current === null) return setState('none');
    const problem = await drawSquare(canvas.current, file);
    setState(problem === undefined ? 'drawn' : { problem });
  };
  const save = async (): Promise<void> => {
    if (canvas.current === null || version === null) return;
    const photo = await jpegOf(canvas.current);
    const answer = await saveContentPhoto(photo, version);
    // The profile that names the photo was written by the server.
    const text = `${JSON.stringify({ ...JSON.parse(edit.text.replace(/^\uFEFF/, '')), photo: 'portrait.jpg' }, null, 2)}\n`;
    edit.take(text, answer, save);
  };
  const faults = edit.notice?.kind === 'invalid' ? edit.notice.faults : [];
  return (
    <div className="content-photo">
      <div>
        <FileField
          label="Picture"
          accept="image/png,image/jpeg,image/webp,image/avif"
          disabled={edit.isChanged || !files.isWritable}
          onChoose={(file) => void choose(file)}
        />
        <p className="content-hint">
          PNG, JPEG, WebP or AVIF, at most 25 MB and 64 million pixels. It is cut to its middle square and scaled in this browser. Only the
          pixels are sent: no place, no date, no camera.
        </p>
        {edit.isChanged ? <StatusMark kind="warning">The profile has a draft: save or discard it first.</StatusMark> : null}
        <p role="status">{typeof state === 'object' ? <StatusMark kind="failure">{state.problem}</StatusMark> : null}</p>
        {state === 'drawn' ? <Button onWork={save}>Use this photo</Button> : null}
      </div>
      <canvas
        ref={canvas}
        role="img"
        aria-label={state === 'drawn' ? 'The photo as visitors see it' : 'No photo chosen'}
        className="content-portrait"
        width={1024}
        height={1024}
      />
      <div className="content-photo-foot">
        <EditFoot savesItself edit={edit} folder={files.folder} isWritable={files.isWritable} faults={faults} />
      </div>
    </div>
  );
}
