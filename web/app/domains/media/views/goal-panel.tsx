import { type FormEvent, useState } from 'react';
import { Button, GhostButton, QuietButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ProgressBar } from '../../../ui/progress.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { derivedRecordId } from '../../records/derived-record-id.ts';
import { useCollection } from '../../records/use-collection.ts';
import { mediaGoals } from '../media.ts';
import { useMediaDesk } from '../media-desk.tsx';
import { goalStanding, largestGoal, readGoal } from './goal.ts';

/** How many are to be finished in a year, against how many are. */
export function GoalPanel({ year, finished }: { readonly year: number; readonly finished: number }) {
  const { preset, today, tell } = useMediaDesk();
  const hand = useCollection(mediaGoals, preset.tool.id);
  const [isEdited, setEdited] = useState(false);
  const [fault, setFault] = useState<string>();
  const shelf = preset.kinds.includes('book') ? 'read' : 'watch';
  const id = derivedRecordId('media_goal', shelf, String(year));
  const row = hand.state.rows.find((one) => one.id === id);
  const goal = row?.goal ?? 0;
  const { many } = preset.words;
  const keep = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readGoal(String(new FormData(event.currentTarget).get('goal') ?? ''));
    setFault(read === undefined ? `A goal is a whole number up to ${largestGoal.toLocaleString('en-GB')}.` : undefined);
    if (read === undefined) return;
    const edit =
      row === undefined
        ? { kind: 'create' as const, id, values: { created_at: new Date().toISOString(), shelf, year, goal: read } }
        : { kind: 'change' as const, id, values: { goal: read } };
    if (await tell(hand.edit([edit]))) setEdited(false);
  };
  const standing = goal === 0 ? undefined : goalStanding(goal, finished, year, today);
  return (
    <Panel title={`Goal of ${year}`}>
      {isEdited ? (
        <form noValidate onSubmit={(event) => void keep(event)} className="flex flex-wrap items-start gap-3">
          <TextField
            name="goal"
            label={`How many ${many}`}
            hint="Empty for no goal."
            inputMode="numeric"
            autoComplete="off"
            autoFocus
            defaultValue={goal === 0 ? '' : String(goal)}
            error={fault}
          />
          <Button type="submit" className="mt-7">
            Keep
          </Button>
          <QuietButton onClick={() => setEdited(false)} className="mt-7">
            Cancel
          </QuietButton>
        </form>
      ) : standing === undefined ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">{`No goal for ${year}.`}</p>
          <GhostButton onClick={() => setEdited(true)}>Set a goal</GhostButton>
        </div>
      ) : (
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <StatusMark kind={standing.kind}>{standing.said}</StatusMark>
            <QuietButton onClick={() => setEdited(true)}>Change</QuietButton>
          </div>
          <ProgressBar label={`${many} finished in ${year}, of the goal`} done={finished} total={goal} />
        </div>
      )}
    </Panel>
  );
}
