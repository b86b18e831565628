// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Token {
    function transfer(address to, uint256 value) external;
}

/// Sends on what it gets, in the ways that contracts have.
contract Forwarder {
    receive() external payable {}

    function forward(address payable to) public payable {
        (bool done, ) = to.call{value: msg.value}("");
        require(done, "refused");
    }

    /// The inner call is undone, the outer one goes on.
    function forwardUndone(address payable to) external payable {
        try this.forwardAndFail{value: msg.value}(to) {} catch {}
    }

    function forwardAndFail(address payable to) external payable {
        forward(to);
        revert("undone");
    }

    /// To one directly and to another through a further call.
    function forwardNested(address payable first, address payable second) external payable {
        (bool done, ) = first.call{value: msg.value / 2}("");
        require(done, "refused");
        this.forward{value: msg.value / 2}(second);
    }

    /// Its own code, run for it by a delegate call, with the value that it got: nothing moves.
    function delegate(address code) external payable {
        (bool done, ) = code.delegatecall("");
        require(done, "refused");
    }

    /// Leaves everything to the heir when it ends, which takes no call.
    function bequeath(address payable heir) external payable {
        new Heirloom{value: msg.value}(heir);
    }
}

contract Heirloom {
    constructor(address payable heir) payable {
        selfdestruct(heir);
    }
}

/// Does a lot of work for itself at the cost of who pays it.
contract Greedy {
    mapping(uint256 => uint256) private written;
    uint256 private next;

    receive() external payable {
        for (uint256 times = 0; times < 10; times++) written[next++] = 1;
    }
}

/// Pays several from what it has.
contract BatchSender {
    receive() external payable {}

    function payTokens(Token token, address[] calldata to, uint256[] calldata values) external {
        for (uint256 at = 0; at < to.length; at++) token.transfer(to[at], values[at]);
    }
}
