import { parentPort, workerData } from 'node:worker_threads';
import { verifyReplay } from '@castellan/games/verify-replay';

/** Runs in a worker thread of its own: plays the replay that it was started with, tells what came of it, and ends. */
parentPort?.postMessage(verifyReplay(String(workerData)));
