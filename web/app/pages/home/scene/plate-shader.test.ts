import { expect, test } from 'vitest';
import { eyeDistance, lens, linesPerBand, type PlateName, platePoint, plates, tilt } from '../../../ui/plate/plate-geometry.ts';
import { geometrySource } from './plate-shader.ts';

type ShaderGeometry = {
  readonly distanceFromCentre: (...numbers: readonly number[]) => number;
  readonly turned: (...numbers: readonly number[]) => readonly [number, number, number];
};

/** The shader's own text as JavaScript: its functions use only numbers, so types are all that differs. */
function runnable(source: string): ShaderGeometry {
  const script = source
    .replace(
      /^(?:float|vec3) (\w+)\(([^)]*)\) \{$/gm,
      (_, name, parameters) => `function ${name}(${parameters.replaceAll('float ', '')}) {`,
    )
    .replace(/^float (\w+) =/gm, 'const $1 =');
  const make = new Function('sin', 'cos', 'vec3', `${script}; return { distanceFromCentre, turned };`);
  return make(Math.sin, Math.cos, (...numbers: readonly number[]) => numbers);
}

const names: readonly PlateName[] = ['application', 'cyber', 'system'];

test.each(names)('at rest the shader draws %s where the still picture has it', (name) => {
  const { distanceFromCentre, turned } = runnable(geometrySource);
  for (const band of plates[name]) {
    for (let step = 0; step < 997; step += 1) {
      const angle = (2 * Math.PI * step) / 997;
      const phase = (2 * Math.PI * (step % linesPerBand)) / linesPerBand;
      const distance = distanceFromCentre(band.radius, band.weave, band.waves, band.lobes, band.swing, angle, phase);
      const [x, y, z] = turned(band.height, angle, distance, tilt.x, tilt.y);
      const scale = lens / (eyeDistance - z);
      const expected = platePoint(band, angle, phase);
      expect(x * scale).toBeCloseTo(expected.x, 12);
      // The picture's y goes down, the shader's up.
      expect(y * scale).toBeCloseTo(-expected.y, 12);
    }
  }
});
