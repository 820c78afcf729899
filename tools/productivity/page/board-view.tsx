import { CaretLeftIcon } from '@castellan/icons/arrows/caret-left';
import { CaretRightIcon } from '@castellan/icons/arrows/caret-right';
import { type KeyboardEvent, useState } from 'react';
import { RecordSection } from '../../../web/app/domains/records/list/record-section.tsx';
import { refocusRecord } from '../../../web/app/domains/records/list/use-record-keys.ts';
import type { Task } from '../../../web/app/domains/tasks/task.ts';
import { classNames } from '../../../web/app/ui/class-names.ts';
import { IconButton } from '../../../web/app/ui/icon-button.tsx';
import { arrangeColumn, boardColumns, positionAt } from './arrange-tasks.ts';
import { useProductivity } from './productivity-context.tsx';
import { DoneBox, TaskFacts } from './task-row.tsx';
import './board.css';

/** Columns by status. A card moves by its buttons, by Shift and an arrow key while it has the focus, or by dragging. */
export function BoardView() {
  const { tasks, nested, changeTask, toggleDone } = useProductivity();
  const [said, setSaid] = useState('');
  const [over, setOver] = useState<string>();
  // A step is on the card of its task.
  const columns = boardColumns.map((column) => ({ ...column, cards: arrangeColumn(nested.top, column.status) }));
  const move = (task: Task, status: (typeof boardColumns)[number]['status'], index: number) => {
    const target = columns.find((column) => column.status === status);
    if (target === undefined) return;
    const others = target.cards.filter(({ id }) => id !== task.id);
    setSaid(`${task.title}: ${target.title}, place ${Math.min(index, others.length) + 1} of ${others.length + 1}`);
    // Finishing a repeating task makes its next one, whichever way it is finished.
    if (status === 'done') return task.status === 'done' ? undefined : toggleDone(task);
    void changeTask(task, { status, position: positionAt(others, index), ...(task.status === 'done' ? { completed_at: null } : {}) }).then(
      () => refocusRecord(task.id),
    );
  };
  const onKeyDown = (event: KeyboardEvent, task: Task, columnIndex: number, index: number) => {
    const [sideways, along] = [{ ArrowLeft: -1, ArrowRight: 1 }[event.key], { ArrowUp: -1, ArrowDown: 1 }[event.key]];
    if (!event.shiftKey || (sideways === undefined && along === undefined)) return;
    event.preventDefault();
    const target = columns[columnIndex + (sideways ?? 0)];
    if (target !== undefined) move(task, target.status, sideways === undefined ? Math.max(0, index + (along ?? 0)) : 0);
  };
  return (
    <>
      <div className="board">
        {columns.map(({ status, title, cards }, columnIndex) => (
          <RecordSection
            key={status}
            title={title}
            count={cards.length}
            className={classNames('board-column', over === status && 'is-over')}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(status);
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(undefined);
              const task = tasks.state.rows.find(({ id }) => id === event.dataTransfer.getData('text/plain'));
              if (task !== undefined) move(task, status, dropIndex(event.currentTarget, event.clientY, task.id));
            }}
          >
            {cards.length === 0 ? <p className="record-note">Nothing here.</p> : null}
            <ol>
              {cards.map((task, index) => (
                <li
                  key={task.id}
                  data-record={task.id}
                  draggable
                  onDragStart={(event) => event.dataTransfer.setData('text/plain', task.id)}
                  onKeyDown={(event) => onKeyDown(event, task, columnIndex, index)}
                  className="record record-line board-card"
                >
                  <Card
                    task={task}
                    before={boardColumns[columnIndex - 1]?.title}
                    after={boardColumns[columnIndex + 1]?.title}
                    onMove={(step) => {
                      const target = columns[columnIndex + step];
                      if (target !== undefined) move(task, target.status, 0);
                    }}
                  />
                </li>
              ))}
            </ol>
          </RecordSection>
        ))}
      </div>
      <p className="mt-6 text-sm text-muted">Move a card with its arrows, by Shift and an arrow key, or by dragging it.</p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

function Card({
  task,
  before,
  after,
  onMove,
}: {
  readonly task: Task;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly onMove: (step: -1 | 1) => void;
}) {
  const { setEditing } = useProductivity();
  const arrow = (step: -1 | 1, name: string | undefined) =>
    name === undefined ? null : (
      <IconButton
        drawing={step < 0 ? CaretLeftIcon : CaretRightIcon}
        label={`Move “${task.title}” to ${name}`}
        onClick={() => onMove(step)}
      />
    );
  return (
    <>
      <DoneBox task={task} />
      <div className="record-words board-words">
        <button type="button" data-record-title="" onClick={() => setEditing({ id: task.id, field: 'title' })} className="record-title">
          {task.title}
        </button>
        <TaskFacts task={task} showDay />
      </div>
      <span className="board-moves">
        {arrow(-1, before)}
        {arrow(1, after)}
      </span>
    </>
  );
}

function dropIndex(column: Element, y: number, draggedId: string): number {
  const cards = [...column.querySelectorAll<HTMLElement>('[data-record]')].filter((card) => card.dataset['record'] !== draggedId);
  const index = cards.findIndex((card) => y < card.getBoundingClientRect().top + card.offsetHeight / 2);
  return index < 0 ? cards.length : index;
}
