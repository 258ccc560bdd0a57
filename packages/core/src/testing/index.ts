export { MemoryExchange } from './memory-exchange.js';
export {
  connectTestClient,
  type Received,
  type TestClient,
  TestClientError,
  type TestClientOptions,
  type TestListenFilter,
} from './test-client.js';
