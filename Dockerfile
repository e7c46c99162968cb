# The app (3000) and the MCP server (3001). Everything that must last is in /data: see docs/deploy.md.
FROM node:20-bookworm-slim
WORKDIR /laneway
COPY package.json package-lock.json ./
COPY scripts scripts
RUN node --input-type=module -e "const { install } = await import('/laneway/scripts/steps/install.mjs'); await install()"
COPY . .
RUN node --input-type=module -e "const { build } = await import('/laneway/scripts/steps/build.mjs'); await build()" \
  && mkdir /data && chown node /data
USER node
ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 3000 3001
HEALTHCHECK --start-period=60s --interval=15s CMD node -e "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
STOPSIGNAL SIGTERM
CMD ["node", "scripts/start.mjs"]
