/** The text of one classic script that holds a module and all it imports (scripts/inline-scripts.ts). */
declare module '*?inline-script' {
  const text: string;
  export default text;
}
