/**
 * Lets the bundler drop what the app does not use of react-router: names for developer tools and the calls of
 * React that make components and contexts look like side effects, which would keep all of its links and forms.
 */
import type { Plugin } from 'vite';

const ROUTER = /[\\/]node_modules[\\/]react-router[\\/].+\.m?js$/;
const NAME = /^\w+\.displayName = "[^"]*";$/gm;
const MAKES = /^((?:const|let|var) \w+ = )(React\$1\.(?:createContext|forwardRef|memo)\()/gm;

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
