import type { Tool } from './drawings.ts';

const PATHS: Readonly<Record<Tool, string>> = {
  segment: 'M5 19L19 5M5 19h.01M19 5h.01',
  horizontal: 'M3 12h18',
  ray: 'M6 12h15M4 12a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0z',
  rectangle: 'M4 6h16v12H4z',
  fibonacci: 'M4 5h16M4 10h16M4 14h16M4 19h16',
  text: 'M5 6V5h14v1M12 5v14M9.5 19h5',
};

/** What a tool draws, as an icon of the set. */
export function ToolMark({ tool }: { tool: Tool }) {
  return (
    <svg className="fl-icon" data-size={20} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[tool]} />
    </svg>
  );
}
