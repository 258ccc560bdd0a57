export { MemoryExchange } from './memory-exchange.js';
export { connectTestClient, type TestClient, TestClientError, type TestClientOptions } from './test-client.js';
