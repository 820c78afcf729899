import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { pointsText } from '../../../web/app/domains/games/replay/replay-words.ts';
import { whileWanted } from '../../../web/app/lib/while-wanted.ts';
import { QuietButton } from '../../../web/app/ui/button.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { StatusMark } from '../../../web/app/ui/status-mark.tsx';
import { arcadeGames } from './arcade-games.tsx';
import { askBoard, askReplay, type BoardScore } from './ask-board.ts';

type Board = { readonly status: 'asking' | 'failed' } | { readonly status: 'here'; readonly scores: readonly BoardScore[] };

/** The owner's highest scores, each played again by the server before it stood here: the ones to beat. */
export function BoardPanel() {
  const [board, setBoard] = useState<Board>({ status: 'asking' });
  useEffect(() => {
    return whileWanted(askBoard(), (asked) => setBoard(asked.ok ? { status: 'here', scores: asked.value.scores } : { status: 'failed' }));
  }, []);
  return (
    <Panel title="Scores to beat">
      {board.status === 'asking' ? <p className="text-muted">Asking the board …</p> : null}
      {board.status === 'failed' ? (
        <StatusMark kind="warning">The board could not be fetched. The games work without it.</StatusMark>
      ) : null}
      {board.status === 'here' && board.scores.length === 0 ? (
        <p className="text-muted">No score yet. The server keeps one only after it played the game again.</p>
      ) : null}
      {board.status === 'here' && board.scores.length > 0 ? (
        <ul className="divide-y divide-hairline border-y border-hairline">
          {board.scores.map((score) => (
            <BoardRow key={score.id} score={score} />
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}

function BoardRow({ score: { id, game: gameId, mode, score, day } }: { readonly score: BoardScore }) {
  const [isFailed, setFailed] = useState(false);
  const navigate = useNavigate();
  const game = arcadeGames.find((one) => one.id === gameId);
  if (game === undefined) return null;
  const watch = async () => {
    const asked = await askReplay(id);
    if (asked.ok) await navigate(`${game.path}#replay=${asked.value.replay}`);
    else setFailed(true);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <span>
        {game.title}
        <span className="block text-sm text-muted">
          {game.modes[mode] ?? mode}, {day}
        </span>
      </span>
      <span className="flex items-center gap-4">
        <QuietButton className="text-sm" aria-label={`Watch ${game.title}, ${pointsText(score)}`} onClick={() => void watch()}>
          {isFailed ? 'Try again' : 'Watch'}
        </QuietButton>
        <span className="lettering text-xl tabular-nums">{score}</span>
      </span>
    </li>
  );
}
