import { eyeDistance, hollow, lens, linesPerBand, tilt } from '../../../ui/plate/plate-geometry.ts';

/** The mathematics of plate-geometry.ts for the graphics processor; a test runs this text and compares the two. */
export const geometrySource = `
float distanceFromCentre(float radius, float weave, float waves, float lobes, float swing, float angle, float phase) {
float lobe = cos(lobes * angle);
return radius * (1. + swing * lobe) + weave * (1. - .55 * lobe) * .5 * sin(waves * angle + phase);
}
vec3 turned(float height, float angle, float reach, float tiltX, float tiltY) {
float flatX = reach * cos(angle);
float flatY = reach * sin(angle);
float depth = height - ${number(hollow)} * reach * reach;
float side = depth * cos(tiltY) - flatX * sin(tiltY);
return vec3(flatX * cos(tiltY) + depth * sin(tiltY), flatY * cos(tiltX) - side * sin(tiltX), flatY * sin(tiltX) + side * cos(tiltX));
}`;

/**
 * Every point of every line from its two counters alone: no buffer is read. Bands drift in turn one way and the other; the
 * ink's hue follows place and tilt, as that of optically variable ink does; what is further away is fainter.
 */
export const vertexSource = `#version 300 es
precision highp float;
uniform vec4 shape[8];
uniform vec2 rest[8];
uniform vec2 lean;
uniform float morph, drift, segments;
out float hue, strength;
const float fullTurn = 6.283185307;
${geometrySource}
float ring(int band, float angle, float phase) {
return distanceFromCentre(shape[band].x, shape[band].y, shape[band].z, shape[band].w, rest[band].x, angle, phase);
}
void main() {
int band = gl_InstanceID / ${linesPerBand};
float way = band % 2 == 0 ? 1. : -1.;
float phase = fullTurn * float(gl_InstanceID % ${linesPerBand}) / ${number(linesPerBand)} + drift * way;
float angle = fullTurn * float(gl_VertexID) / segments;
float reach = mix(ring(band, angle, phase), ring(band + 4, angle, phase), morph);
vec2 view = lean + vec2(${number(tilt.x)}, ${number(tilt.y)});
vec3 point = turned(mix(rest[band].y, rest[band + 4].y, morph), angle + drift * way * .05, reach, view.x, view.y);
gl_Position = vec4(point.xy * ${number(lens)}, point.z * .1, ${number(eyeDistance)} - point.z);
hue = .5 + .5 * sin(2.2 * point.x + 1.6 * point.y + 4. * (view.y - view.x) + drift * .6);
strength = .34 + .5 * smoothstep(-.5, .3, point.z);
}`;

/** Between the two inks by hue, multiplied by its own strength as the page's compositor wants it. */
export const fragmentSource = `#version 300 es
precision mediump float;
in float hue, strength;
uniform vec3 copper, verdigris;
out vec4 colour;
void main() { colour = vec4(mix(copper, verdigris, hue) * strength, strength); }`;

/** A number as the shading language writes one that is not whole. */
function number(value: number): string {
  return Number.isInteger(value) ? `${value}.` : `${value}`;
}
