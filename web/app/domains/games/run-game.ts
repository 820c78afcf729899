import type { Input } from '@castellan/games/buttons';
import { advanceFrame, startedClock } from '@castellan/games/frame-clock';
import { createRecorder, type Replay } from '@castellan/games/replay';
import { formatReplay } from '@castellan/games/replay-text';
import { fitBoard } from './fit-board.ts';
import type { GameAction } from './game-keys.ts';
import { type GameNews, type GameRequest, type GameScreen, inputsOf, type RunningGame } from './game-screen.ts';
import { createPressedButtons } from './pressed-buttons.ts';
import { readGamepad } from './read-gamepad.ts';
import { isSmallScreen } from './small-screen.ts';

/** A watched game without a clock takes one press in so many steps' time. */
const stepsPerWatchedPress = 5;

/** Starts a game on a canvas: steps at 60 a second whatever the screen shows, draws once a picture, and tells the page what changed. */
export function runGame<State>(screen: GameScreen<State>, request: GameRequest): RunningGame {
  const { game } = screen;
  const { mode, seed, replay, onSound } = request;
  const pressed = createPressedButtons(screen.input);
  const recorder = createRecorder();
  const hasClock = screen.hasClock(mode);
  const watched = replay === undefined ? undefined : watchInputs(replay, hasClock);
  const loop = createLoop(onPicture);
  const tell = createTeller(screen, request, recorder.runs, loop.stop);
  let draw = openDrawing(screen, request);
  let state = game.start(seed, mode);
  let speed = 1;

  function step(input: Input): void {
    const before = state;
    if (watched === undefined) recorder.note(input);
    state = game.step(before, input);
    if (state === before) return;
    for (const sound of screen.sounds(before, state)) onSound(sound);
    tell(state, screen.tell(before, state));
  }

  function takeSteps(count: number): void {
    for (let taken = 0; taken < count && !game.hasEnded(state); taken += 1) {
      const input = watched === undefined ? pressed.take() : watched();
      if (input !== undefined) step(input);
    }
  }

  function onPicture(elapsedMs: number): void {
    pad.poll();
    const due = advanceFrame(loop.clock(), elapsedMs);
    loop.setClock(due.clock);
    if (hasClock || watched !== undefined) takeSteps(due.steps * speed);
    draw(state, request.still() || !hasClock ? 1 : due.between);
  }

  const pad = createPadWatch((action, isDown) => {
    if (action === 'pause') return isDown ? request.onPause() : undefined;
    return isDown ? press(action) : pressed.release(action);
  });

  function press(button: Parameters<RunningGame['press']>[0]): void {
    if (watched !== undefined || game.hasEnded(state)) return;
    pressed.press(button);
    if (!hasClock) step(pressed.take());
  }

  tell(state);
  draw(state, 1);
  return {
    press,
    release: pressed.release,
    pause: () => {
      loop.stop();
      pressed.clear();
    },
    resume: () => {
      if (!game.hasEnded(state)) loop.start();
    },
    setSpeed: (next) => {
      speed = next;
    },
    redraw: () => {
      draw = openDrawing(screen, request);
      draw(state, 1);
    },
    end: loop.stop,
  };
}

/** Tells the page what changed of the score and the facts; where the game has ended, stops it and tells its replay too. */
function createTeller<State>(screen: GameScreen<State>, request: GameRequest, runs: () => Replay['runs'], stop: () => void) {
  const { game } = screen;
  const { mode, seed, replay, onNews } = request;
  let shownFacts = '';
  return (state: State, said?: string): void => {
    const facts = screen.facts(state);
    const ended = game.hasEnded(state);
    const measure = screen.measure(state);
    const shown = `${game.scoreOf(state)} ${measure.done} ${facts.map(({ value }) => value).join(' ')}`;
    if (shown === shownFacts && said === undefined && !ended) return;
    shownFacts = shown;
    const news: GameNews = { score: game.scoreOf(state), facts, measure, ...(said === undefined ? {} : { said }) };
    if (!ended) {
      onNews(news);
      return;
    }
    stop();
    const played = replay ?? { game: game.id, engine: game.engine, mode, seed, runs: runs(), score: news.score };
    const text = formatReplay(played);
    onNews({ ...news, ended: { verdict: screen.verdict(state), replay: played, replayText: text.ok ? text.value : '' } });
  };
}

/** The input of each step of a watched game; nothing while a game without a clock waits for its next press. */
function watchInputs(replay: Replay, hasClock: boolean): () => Input | undefined {
  const inputs = inputsOf(replay);
  let idle = 0;
  return () => {
    idle += 1;
    if (!hasClock && idle % stepsPerWatchedPress !== 0) return undefined;
    const next = inputs.next();
    return next.done === true ? undefined : next.value;
  };
}

/** Sizes the canvas to a whole number of device pixels a unit, or to all of a small screen's room, and prepares the drawing. */
function openDrawing<State>({ size, openDrawing: open }: GameScreen<State>, { canvas, roomWidth, inks, still }: GameRequest) {
  const ratio = window.devicePixelRatio || 1;
  const scale = fitBoard(roomWidth(), ratio, size.width, isSmallScreen());
  canvas.width = Math.round(size.width * scale);
  canvas.height = Math.round(size.height * scale);
  canvas.style.width = `${canvas.width / ratio}px`;
  canvas.style.height = `${canvas.height / ratio}px`;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no pictures');
  return open({ context, scale, inks: inks(), still: still() });
}

/** Calls once a picture with the time since the one before, while it runs. */
function createLoop(onPicture: (elapsedMs: number) => void) {
  let handle: number | undefined;
  let last = 0;
  let clock = startedClock;
  const next = (now: number) => {
    handle = requestAnimationFrame(next);
    onPicture(now - last);
    last = now;
  };
  return {
    clock: () => clock,
    setClock: (kept: typeof clock) => {
      clock = kept;
    },
    start: () => {
      if (handle !== undefined) return;
      last = performance.now();
      handle = requestAnimationFrame(next);
    },
    stop: () => {
      if (handle !== undefined) cancelAnimationFrame(handle);
      handle = undefined;
    },
  };
}

/** Tells what went down or up on any gamepad since it was looked at before. */
function createPadWatch(onChange: (action: GameAction, isDown: boolean) => void) {
  let down: readonly GameAction[] = [];
  return {
    poll: () => {
      const pads = navigator.getGamepads?.() ?? [];
      const now = pads.flatMap((pad) => (pad === null ? [] : readGamepad(pad)));
      const before = down;
      down = now;
      for (const action of before) if (!now.includes(action)) onChange(action, false);
      for (const action of now) if (!before.includes(action)) onChange(action, true);
    },
  };
}
