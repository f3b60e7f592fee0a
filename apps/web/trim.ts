/** What the built app does without. */
import type { Plugin } from 'vite';

const ROUTER = /[\\/]node_modules[\\/]react-router[\\/].+\.m?js$/;
const NAME = /^\w+\.displayName = "[^"]*";$/gm;
const MAKES = /^((?:const|let|var) \w+ = )(React\$1\.(?:createContext|forwardRef|memo)\()/gm;

/**
 * Lets the bundler drop what the app does not use of react-router: names for developer tools and the calls of
 * React that make components and contexts look like side effects, which would keep all of its links and forms.
 */
export function trimLibraries(): Plugin {
  return {
    name: 'trim-libraries',
    apply: 'build',
    transform: {
      filter: { id: ROUTER },
      handler: (code) => ({
        code: code.replace(NAME, '').replace(MAKES, '$1/* @__PURE__ */ $2'),
        map: null,
      }),
    },
  };
}

const STAND_INS = /@layer properties\s*\{\s*@supports[^{]*\{[^{}]*\{[^{}]*\}\s*\}\s*\}/;

/** Drops the stand-ins that Tailwind writes for browsers without `@property`: all of the floor know it. */
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
