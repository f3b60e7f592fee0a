/**
 * Drops the stand-ins that Tailwind writes for browsers without `@property`: all of the floor know it.
 */
import type { Plugin } from 'vite';

const STAND_INS = /@layer properties\s*\{\s*@supports[^{]*\{[^{}]*\{[^{}]*\}\s*\}\s*\}/;

export function trimStyles(): Plugin {
  return {
    name: 'trim-styles',
    apply: 'build',
    // After Tailwind, which is first, and before the style is named by its content.
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code) => ({ code: code.replace(STAND_INS, ''), map: null }),
    },
  };
}
