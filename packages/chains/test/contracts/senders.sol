// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Token {
    function transfer(address to, uint256 value) external;
}

/// Forwards what it receives, in each of the ways that contracts can send coins.
contract Forwarder {
    receive() external payable {}

    function forward(address payable to) public payable {
        (bool done, ) = to.call{value: msg.value}("");
        require(done, "refused");
    }

    /// The inner call is reverted, the outer one continues.
    function forwardUndone(address payable to) external payable {
        try this.forwardAndFail{value: msg.value}(to) {} catch {}
    }

    function forwardAndFail(address payable to) external payable {
        forward(to);
        revert("undone");
    }

    /// Sends to one address directly, and to another through a nested call.
    function forwardNested(address payable first, address payable second) external payable {
        (bool done, ) = first.call{value: msg.value / 2}("");
        require(done, "refused");
        this.forward{value: msg.value / 2}(second);
    }

    /// A delegate call runs code at the given address with the received value, which moves nothing.
    function delegate(address code) external payable {
        (bool done, ) = code.delegatecall("");
        require(done, "refused");
    }

    /// Sends everything to the heir by self-destructing, without a call.
    function bequeath(address payable heir) external payable {
        new Heirloom{value: msg.value}(heir);
    }
}

contract Heirloom {
    constructor(address payable heir) payable {
        selfdestruct(heir);
    }
}

/// Uses a lot of gas when it receives coins.
contract Greedy {
    mapping(uint256 => uint256) private written;
    uint256 private next;

    receive() external payable {
        for (uint256 times = 0; times < 10; times++) written[next++] = 1;
    }
}

/// Pays several addresses from its own balance.
contract BatchSender {
    receive() external payable {}

    function payTokens(Token token, address[] calldata to, uint256[] calldata values) external {
        for (uint256 at = 0; at < to.length; at++) token.transfer(to[at], values[at]);
    }
}
