# The server with app and console, and the signer (another command of the same image). Nothing is compiled: Node runs
# the sources. Tags are exact; put their digests behind them (`node:…@sha256:…`) when you mirror them.
# Each step is tried without a container engine by `node tools/check-image.ts` (docs/operating/deploy.md).

FROM node:24.9.0-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY packages packages
COPY apps apps
RUN npm install --no-save --no-audit --no-fund --loglevel=error --workspaces --include-workspace-root
RUN node_modules/.bin/vite build apps/web --logLevel error && node_modules/.bin/vite build apps/console --logLevel error

FROM node:24.9.0-bookworm-slim AS dependencies
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY apps apps
RUN npm install --no-save --no-audit --no-fund --loglevel=error --omit=dev --workspace=@fairlead/server --workspace=@fairlead/bots --workspace=@fairlead/signer

FROM node:24.9.0-bookworm-slim
WORKDIR /app
COPY --from=dependencies /src/node_modules node_modules
COPY LICENSE package.json ./
COPY packages packages
COPY apps/server apps/server
COPY apps/bots apps/bots
COPY apps/signer apps/signer
COPY --from=dependencies /src/apps/server/node_modules apps/server/node_modules
COPY --from=build /src/apps/web/dist apps/web/dist
COPY --from=build /src/apps/console/dist apps/console/dist
RUN mkdir -m 0700 /data /backups && chown node:node /data /backups
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
USER node
VOLUME /data /backups
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/src/main.ts"]
