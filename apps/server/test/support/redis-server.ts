/** The Redis that tests use if there is one. */
import net from 'node:net';

const SERVER = { host: '127.0.0.1', port: 6379 } as const;
export const REDIS_URL = `redis://${SERVER.host}:${SERVER.port}`;

export const hasRedis: boolean = await new Promise((resolve) => {
  const socket = net.connect(SERVER);
  socket.once('connect', () => {
    socket.destroy();
    resolve(true);
  });
  socket.once('error', () => resolve(false));
});
