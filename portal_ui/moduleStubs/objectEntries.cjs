// Every browser that the portal is built for has it; the package brings eight others that make up for one that has not.
module.exports = Object.entries;
