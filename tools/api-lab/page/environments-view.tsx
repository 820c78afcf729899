import { GhostButton, QuietButton } from '../../../web/app/ui/button.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { PairEditor } from './editors/pair-editor.tsx';
import type { WorkspaceHand } from './kept-workspace.ts';
import { type Environment, newId } from './model.ts';

/** Sets of variables that are switched together. */
export default function EnvironmentsView({ hand: { workspace, change } }: { readonly hand: WorkspaceHand }) {
  const { environments } = workspace;
  const put = (changed: Environment) =>
    change((before) => ({ ...before, environments: before.environments.map((one) => (one.id === changed.id ? changed : one)) }));
  return (
    <div className="grid gap-6">
      <p className="max-w-prose text-muted">
        Write <code className="font-mono">{'{{name}}'}</code> anywhere in a request, and the environment’s value takes its place; it wins
        over the collection’s. <code className="font-mono">{'{{$guid}}'}</code>, <code className="font-mono">{'{{$timestamp}}'}</code>,{' '}
        <code className="font-mono">{'{{$isoTimestamp}}'}</code> and <code className="font-mono">{'{{$randomInt}}'}</code> are made again
        each time.
      </p>
      {environments.map((environment) => (
        <Panel
          key={environment.id}
          title={environment.name || 'Without a name'}
          aside={
            <QuietButton
              aria-label={`Delete ${environment.name}`}
              onClick={() =>
                change((before) => ({ ...before, environments: before.environments.filter(({ id }) => id !== environment.id) }))
              }
            >
              Delete
            </QuietButton>
          }
        >
          <div className="grid gap-5">
            <TextField
              label="Name"
              value={environment.name}
              maxLength={100}
              autoComplete="off"
              onValue={(value) => put({ ...environment, name: value })}
            />
            <PairEditor
              label="Variables"
              takes="vault"
              pairs={environment.variables}
              onChange={(variables) => put({ ...environment, variables: [...variables] })}
            />
          </div>
        </Panel>
      ))}
      <GhostButton
        className="justify-self-start"
        onClick={() =>
          change((before) => ({
            ...before,
            environments: [...before.environments, { id: newId(), name: 'New environment', variables: [] }],
          }))
        }
      >
        New environment
      </GhostButton>
    </div>
  );
}
