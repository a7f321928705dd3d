// Supported browsers have it natively; the npm package would bundle eight dependencies as a polyfill.
module.exports = Object.entries;
