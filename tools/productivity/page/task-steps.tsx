import { useState } from 'react';
import { draftOf, isOpen, type Task } from '../../../web/app/domains/tasks/task.ts';
import { GhostButton } from '../../../web/app/ui/button.tsx';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { useProductivity } from './productivity-context.tsx';
import { DoneBox } from './task-row.tsx';

/** The steps of a task inside its form, each kept at once, and the line that adds one. */
export function TaskSteps({ task }: { readonly task: Task }) {
  const { nested, addTask, setEditing } = useProductivity();
  const [title, setTitle] = useState('');
  const steps = nested.stepsOf(task.id);
  const add = async () => {
    const words = title.trim();
    if (words !== '' && (await addTask(draftOf(words), task.id))) setTitle('');
  };
  return (
    <fieldset className="rounded-control border border-hairline px-3 pt-1 pb-3">
      <legend className="px-1 text-sm font-medium">
        {steps.length === 0 ? 'Steps' : `Steps: ${steps.filter((step) => !isOpen(step)).length} of ${steps.length}`}
      </legend>
      <ul className="empty:hidden">
        {steps.map((step) => (
          <li key={step.id} className="flex items-start gap-1 border-b border-hairline py-1 last:border-b-0">
            <DoneBox task={step} />
            <button
              type="button"
              onClick={() => setEditing({ id: step.id, field: 'title' })}
              className={classNames(
                'target min-w-0 flex-1 rounded-control text-left leading-snug wrap-anywhere',
                isOpen(step) ? 'text-ink' : 'text-muted line-through decoration-1',
              )}
            >
              {step.title}
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex items-end gap-3">
        <TextField
          label="New step"
          className="min-w-0 flex-1"
          value={title}
          maxLength={500}
          autoComplete="off"
          onValue={setTitle}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The form itself is saved by its own button.
            event.preventDefault();
            void add();
          }}
        />
        <GhostButton onClick={() => void add()} aria-label="Add step">
          Add
        </GhostButton>
      </div>
    </fieldset>
  );
}
