import { linesPerBand, type PlateName, plates } from '../../../ui/plate/plate-geometry.ts';
import type { Ink } from './ink.ts';
import { fragmentSource, vertexSource } from './plate-shader.ts';
import { isSoftwareRenderer } from './renderer-fitness.ts';
import { morphOf, type ScenePose } from './scene-pose.ts';

/** Straight pieces that each line is drawn with: fourteen to the finest wave. */
const segments = 1024;

const bandsPerPlate = 4;

/** Draws poses on one canvas. */
export type Painter = {
  readonly resize: (sidePixels: number) => void;
  readonly paint: (pose: ScenePose, ink: Ink) => void;
  /** Gives the graphics memory back. */
  readonly close: () => void;
};

/** A painter for the canvas; `undefined` where there is no WebGL 2, or software draws it and that was not allowed. */
export function makePainter(canvas: OffscreenCanvas, anyRenderer: boolean): Painter | undefined {
  const gl = canvas.getContext('webgl2', { powerPreference: 'low-power', depth: false, failIfMajorPerformanceCaveat: !anyRenderer });
  if (gl === null) return undefined;
  const close = () => gl.getExtension('WEBGL_lose_context')?.loseContext();
  const program = !anyRenderer && isSoftwareRenderer(rendererName(gl)) ? undefined : link(gl);
  if (program === undefined) {
    close();
    return undefined;
  }
  return { ...paintWith(gl, program), close };
}

function paintWith(gl: WebGL2RenderingContext, program: WebGLProgram): Omit<Painter, 'close'> {
  // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's name for it; no hook of React.
  gl.useProgram(program);
  gl.bindVertexArray(gl.createVertexArray());
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  const place = (name: string) => gl.getUniformLocation(program, name);
  const places = {
    shape: place('shape'),
    rest: place('rest'),
    lean: place('lean'),
    morph: place('morph'),
    drift: place('drift'),
    copper: place('copper'),
    verdigris: place('verdigris'),
  };
  gl.uniform1f(place('segments'), segments);
  return {
    resize: (sidePixels) => {
      gl.canvas.width = sidePixels;
      gl.canvas.height = sidePixels;
      gl.viewport(0, 0, sidePixels, sidePixels);
    },
    paint: (pose, ink) => {
      gl.uniform4fv(places.shape, both(pose, shapesOf));
      gl.uniform2fv(places.rest, both(pose, restsOf));
      gl.uniform2f(places.lean, pose.lean.x, pose.lean.y);
      gl.uniform1f(places.morph, morphOf(pose));
      gl.uniform1f(places.drift, pose.drift);
      gl.uniform3f(places.copper, ...ink.copper);
      gl.uniform3f(places.verdigris, ...ink.verdigris);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.drawArraysInstanced(gl.LINE_STRIP, 0, segments + 1, bandsPerPlate * linesPerBand);
    },
  };
}

/** Firefox tells the plain name; elsewhere it stands behind an extension. */
function rendererName(gl: WebGL2RenderingContext): string {
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  return String(gl.getParameter(extension?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
}

function link(gl: WebGL2RenderingContext): WebGLProgram | undefined {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertexSource],
    [gl.FRAGMENT_SHADER, fragmentSource],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) return undefined;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  // A shader that did not compile does not link either.
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : undefined;
}

/** One list of numbers for both plates of the pose: the one that goes, then the one that comes. */
function both(pose: ScenePose, numbersOf: (plate: PlateName) => readonly number[]): readonly number[] {
  return [...numbersOf(pose.from), ...numbersOf(pose.to)];
}

function shapesOf(plate: PlateName): readonly number[] {
  return plates[plate].flatMap((band) => [band.radius, band.weave, band.waves, band.lobes]);
}

function restsOf(plate: PlateName): readonly number[] {
  return plates[plate].flatMap((band) => [band.swing, band.height]);
}
